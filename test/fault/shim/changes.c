/*
 * Loaded with LD_PRELOAD: records every change below one folder, in the order in which it was made.
 *
 *   CHANGES_FOLDER  the folder, as an absolute path without links
 *   CHANGES_LOG     the log file, which is appended to
 *   CHANGES_NOTES   writes to this file are also logged, as notes
 *   CHANGES_KILL    the process is killed right after this many changes
 *   CHANGES_LIE     if set, a sync does nothing, reports success, and is not logged
 *
 * A record is a line "<what> <number> <length> <path below the folder>", then <length> bytes, then a line feed.
 * One lock is held over each call and its record: the order of the log is the order on the disk, and a note was written
 * before any change that follows it in the log.
 *
 * The file of a descriptor is looked up in the kernel every time: libuv closes with a raw system call, so a table in this
 * library would become stale.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX], notes[PATH_MAX];
static size_t folder_length;
static int log_fd = -1, lying, changes_left;

__attribute__((constructor)) static void begin(void) {
  const char *where = getenv("CHANGES_FOLDER"), *log = getenv("CHANGES_LOG"), *notes_path = getenv("CHANGES_NOTES");
  if (!where || !log) return;
  snprintf(folder, sizeof folder, "%s", where);
  folder_length = strlen(folder);
  if (notes_path) snprintf(notes, sizeof notes, "%s", notes_path);
  lying = getenv("CHANGES_LIE") != NULL;
  const char *changes = getenv("CHANGES_KILL");
  changes_left = changes ? atoi(changes) : -1;
  log_fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void hold(void) { pthread_mutex_lock(&lock); }
static void let_go(void) {
  int error = errno;
  pthread_mutex_unlock(&lock);
  errno = error;
}

/* The harness must not continue with a wrong log. */
static void give_up(const char *why) {
  fprintf(stderr, "changes.c: %s\n", why);
  abort();
}

/* The part of `path` below the folder ("" for the folder itself); NULL if it is elsewhere. */
static const char *below(const char *path) {
  if (log_fd < 0 || !path || strncmp(path, folder, folder_length)) return NULL;
  if (path[folder_length] == '\0') return path + folder_length;
  return path[folder_length] == '/' ? path + folder_length + 1 : NULL;
}

/* The present path of a descriptor; 0 if it has none (a pipe, a removed file). */
static int path_of(int fd, char *path) {
  char link[40];
  if (log_fd < 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, PATH_MAX - 1);
  if (length <= 0) return 0;
  path[length] = '\0';
  static const char gone[] = " (deleted)";
  size_t tail = sizeof gone - 1;
  return path[0] == '/' && !((size_t)length > tail && !strcmp(path + length - tail, gone));
}

static void record(const char *what, long long number, const char *path, const struct iovec *parts, int count,
                   size_t length) {
  char head[PATH_MAX + 64];
  struct iovec out[66];
  int size = snprintf(head, sizeof head, "%s %lld %zu %s\n", what, number, length, path), used = 1;
  size_t left = length;
  out[0] = (struct iovec){head, (size_t)size};
  for (int i = 0; i < count && left > 0; i++) {
    if (used > 64) give_up("a write with too many parts for the log");
    size_t take = parts[i].iov_len < left ? parts[i].iov_len : left;
    out[used++] = (struct iovec){parts[i].iov_base, take};
    left -= take;
  }
  out[used++] = (struct iovec){"\n", 1};
  if (syscall(SYS_writev, log_fd, out, used) != (long)(size + length + 1)) give_up("the log cannot be written");
  if (changes_left > 0 && strcmp(what, "note") && --changes_left == 0) kill(getpid(), SIGKILL);
}
static void record_name(const char *what, const char *path) { record(what, 0, path, NULL, 0, 0); }

static ssize_t written(int fd, const struct iovec *parts, int count, off_t at) {
  char path[PATH_MAX];
  int named = path_of(fd, path), note = named && notes[0] && !strcmp(path, notes);
  const char *name = named ? below(path) : NULL;
  if (!note && !name)
    return at < 0 ? syscall(SYS_writev, fd, parts, count) : syscall(SYS_pwritev, fd, parts, count, (long)at, 0L);
  hold();
  ssize_t done = at < 0 ? syscall(SYS_writev, fd, parts, count) : syscall(SYS_pwritev, fd, parts, count, (long)at, 0L);
  if (done > 0) {
    off_t from = at < 0 ? lseek(fd, 0, SEEK_CUR) - done : at;
    record(note ? "note" : "write", note ? 0 : (long long)from, note ? "" : name, parts, count, (size_t)done);
  }
  let_go();
  return done;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  struct iovec all = {(void *)bytes, length};
  return written(fd, &all, 1, -1);
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) {
  struct iovec all = {(void *)bytes, length};
  return written(fd, &all, 1, at);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) { return pwrite(fd, bytes, length, at); }
ssize_t writev(int fd, const struct iovec *parts, int count) { return written(fd, parts, count, -1); }
ssize_t pwritev(int fd, const struct iovec *parts, int count, off_t at) { return written(fd, parts, count, at); }
ssize_t pwritev64(int fd, const struct iovec *parts, int count, off_t at) { return written(fd, parts, count, at); }

/* Copies within the kernel would not be logged: none may go into the folder. */
static void refuse_copy(int fd) {
  char path[PATH_MAX];
  if (path_of(fd, path) && below(path)) give_up("a copy within the kernel is not logged");
}
ssize_t sendfile(int out, int in, off_t *at, size_t length) {
  refuse_copy(out);
  return syscall(SYS_sendfile, out, in, at, length);
}
ssize_t sendfile64(int out, int in, off_t *at, size_t length) { return sendfile(out, in, at, length); }
ssize_t copy_file_range(int in, off_t *from, int out, off_t *to, size_t length, unsigned flags) {
  refuse_copy(out);
  return syscall(SYS_copy_file_range, in, from, out, to, length, flags);
}

static int opened(int at, const char *path, int flags, mode_t mode) {
  const char *name = at == AT_FDCWD || (path && path[0] == '/') ? below(path) : NULL;
  if (!name || !(flags & (O_CREAT | O_TRUNC))) return (int)syscall(SYS_openat, at, path, flags, mode);
  hold();
  int there = syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
  int fd = (int)syscall(SYS_openat, at, path, flags, mode);
  if (fd >= 0 && !there) record_name("create", name);
  else if (fd >= 0 && (flags & O_TRUNC)) record_name("truncate", name);
  let_go();
  return fd;
}
#define OPEN(name, parameters, at)                                      \
  int name parameters {                                                 \
    mode_t mode = 0;                                                    \
    if (flags & (O_CREAT | O_TMPFILE)) {                                \
      va_list more;                                                     \
      va_start(more, flags);                                            \
      mode = va_arg(more, mode_t);                                      \
      va_end(more);                                                     \
    }                                                                   \
    return opened(at, path, flags, mode);                               \
  }
OPEN(open, (const char *path, int flags, ...), AT_FDCWD)
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD)
OPEN(openat, (int at, const char *path, int flags, ...), at)
OPEN(openat64, (int at, const char *path, int flags, ...), at)

static int synced(int fd, long call) {
  char path[PATH_MAX];
  const char *name = path_of(fd, path) ? below(path) : NULL;
  if (!name) return (int)syscall(call, fd);
  if (lying) return 0;
  hold();
  int result = (int)syscall(call, fd);
  if (result == 0) record_name("sync", name);
  let_go();
  return result;
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

int ftruncate(int fd, off_t length) {
  char path[PATH_MAX];
  const char *name = path_of(fd, path) ? below(path) : NULL;
  if (!name) return (int)syscall(SYS_ftruncate, fd, length);
  hold();
  int result = (int)syscall(SYS_ftruncate, fd, length);
  if (result == 0) record("truncate", (long long)length, name, NULL, 0, 0);
  let_go();
  return result;
}
int ftruncate64(int fd, off_t length) { return ftruncate(fd, length); }

/* A change of one name, or of two: the second is the record's bytes. */
static int named(const char *what, const char *path, const char *to, long call, long mode) {
  const char *name = below(path), *target = to ? below(to) : NULL;
  if (to && !name != !target) give_up("a name moved into or out of the folder is not logged");
  if (name) hold();
  long result = to ? syscall(call, AT_FDCWD, path, AT_FDCWD, to, 0) : syscall(call, AT_FDCWD, path, mode);
  if (name && result == 0) {
    struct iovec bytes = {(void *)(target ? target : ""), target ? strlen(target) : 0};
    record(what, 0, name, &bytes, 1, bytes.iov_len);
  }
  if (name) let_go();
  return (int)result;
}
int rename(const char *path, const char *to) { return named("rename", path, to, SYS_renameat2, 0); }
int link(const char *path, const char *to) { return named("link", path, to, SYS_linkat, 0); }
int unlink(const char *path) { return named("unlink", path, NULL, SYS_unlinkat, 0); }
int rmdir(const char *path) { return named("rmdir", path, NULL, SYS_unlinkat, AT_REMOVEDIR); }
int mkdir(const char *path, mode_t mode) { return named("mkdir", path, NULL, SYS_mkdirat, (long)mode); }
