#pragma once

// Included by force in front of Verilator's FST writer, which checks none of its file calls: on a
// full disk it would lose data without a word, or die on a signal, since it maps its files into
// memory. Here its calls are led through checks; fst_error() tells what they found.

#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <list>
#include <map>
#include <sstream>
#include <string>

#include "testbench/waves/fst_error.hpp"

namespace swapfly_fst {

/// A file in memory: there is no disk to be full under what is mapped and written to.
std::FILE* checked_tmpfile();
std::size_t checked_fwrite(const void* data, std::size_t size, std::size_t count, std::FILE* file);
int checked_fputc(int letter, std::FILE* file);
int checked_fflush(std::FILE* file);
int checked_fclose(std::FILE* file);
int checked_fseeko(std::FILE* file, off_t offset, int whence);
int checked_ftruncate(int file, off_t length);
/// Memory of its own, all 0, where the file is shorter than the mapping: touching what lies beyond
/// the end of a file is a bus error.
void* checked_mmap(void* address, std::size_t length, int protection, int flags, int file,
                   off_t offset);

}  // namespace swapfly_fst

#ifdef SWAPFLY_CHECK_FST_FILES
#undef fputc
#undef fseeko
#define tmpfile swapfly_fst::checked_tmpfile
#define fwrite swapfly_fst::checked_fwrite
#define fputc swapfly_fst::checked_fputc
#define fflush swapfly_fst::checked_fflush
#define fclose swapfly_fst::checked_fclose
#define fseeko swapfly_fst::checked_fseeko
#define ftruncate swapfly_fst::checked_ftruncate
#define mmap swapfly_fst::checked_mmap
#endif
