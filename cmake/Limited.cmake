# Limits for tests that hang. Computing is limited by CPU time, which does not depend on what else the
# machine does; waiting by an elapsed time that no working test comes near, however busy the machine is
# (the presets limit all tests by the same time).
# Programs for another machine run in its emulator.
set(tetress_limited ${PROJECT_SOURCE_DIR}/tests/support/limited.sh 900 ${CMAKE_CROSSCOMPILING_EMULATOR})
set(tetress_patience TIMEOUT 7200)
