// SPDX-License-Identifier: Apache-2.0
// The shared library of a static build, for tests: it is all of libbfa.a, and CMake wants a source.
