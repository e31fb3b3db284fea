# SPDX-License-Identifier: MIT
"""libtetress as a Conan package, from the checkout that this file lies in: `conan create packaging/conan`."""

import os

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir
from conan.tools.gnu import PkgConfigDeps


class Tetress(ConanFile):
    name = "tetress"
    description = "The board game Tetress: rules, players, search"
    license = "MIT"
    topics = ("board-game", "game-engine", "tetromino")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "tools": [True, False]}
    default_options = {"shared": False, "tools": False}
    languages = "C"

    @property
    def _checkout(self):
        return os.path.join(self.recipe_folder, os.pardir, os.pardir)

    def set_version(self):
        lines = load(self, os.path.join(self._checkout, "include", "tetress", "version.h")).splitlines()
        numbers = dict(line.split()[1:] for line in lines if line.startswith("#define TETRESS_VERSION_") and len(line.split()) == 3)
        self.version = ".".join(numbers[f"TETRESS_VERSION_{part}"] for part in ("MAJOR", "MINOR", "PATCH"))

    def export_sources(self):
        for pattern in ("CMakeLists.txt", "LICENSE", "README.md", "cmake/*", "include/*", "lib/*", "tools/*", "web/*"):
            copy(self, pattern, self._checkout, self.export_sources_folder)

    def requirements(self):
        if self.options.tools:
            self.requires("jansson/2.14", visible=False)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        PkgConfigDeps(self).generate()  # the command line finds jansson so
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["TETRESS_BUILD_TOOLS"] = bool(self.options.tools)
        toolchain.cache_variables["TETRESS_INSTALL_LIBRARIES"] = "shared" if self.options.shared else "static"
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))
        # Conan writes what other projects find the package by.
        for folder in ("lib/cmake", "lib/pkgconfig", "share"):
            rmdir(self, os.path.join(self.package_folder, folder))

    def package_info(self):
        shared = bool(self.options.shared)
        self.cpp_info.libs = ["tetress"]
        self.cpp_info.set_property("cmake_target_name", "tetress::tetress" if shared else "tetress::tetress_static")
        if not shared:
            self.cpp_info.defines = ["TETRESS_STATIC"]
            if self.settings.os != "Windows":
                self.cpp_info.system_libs = ["m", "pthread"]
