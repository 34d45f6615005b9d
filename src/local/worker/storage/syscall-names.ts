/**
 * The file calls that SQLite imports from its host, by their short names in the release build of sql.js.
 * sql.js offers no other way to give SQLite persistent files (its FS object is not exported), but it supports
 * Emscripten's `instantiateWasm`, where imports can be replaced by name. The names are those of one build, hence keyed
 * by that build's sha256; a test hashes the installed file and compares each function's type, so that an upgrade of
 * sql.js breaks a test and never a user's database.
 */
export type Syscall =
  | 'openat'
  | 'fdClose'
  | 'fdRead'
  | 'fdWrite'
  | 'fdSeek'
  | 'fdSync'
  | 'ftruncate64'
  | 'fstat64'
  | 'stat64'
  | 'lstat64'
  | 'fcntl64'
  | 'fchmod'
  | 'fchown32'
  | 'faccessat'
  | 'unlinkat'

export type NamesOfBuild = {
  readonly module: string
  readonly imports: number
  readonly names: Readonly<Record<Syscall, string>>
}

/** sha256 of sql-wasm.wasm (the browser's copy has the same bytes) to its names. */
export const builds: Readonly<Record<string, NamesOfBuild>> = {
  // sql.js 1.16.0
  '43bbcdd44287e5a2db3b6b5af34b1a3485a7a441285d247976c1ebe3c61f8dbf': {
    module: 'a',
    imports: 40,
    names: {
      openat: 'x',
      fdClose: 'e',
      fdRead: 't',
      fdWrite: 'q',
      fdSeek: 'E',
      fdSync: 'K',
      ftruncate64: 'J',
      fstat64: 'g',
      stat64: 'N',
      lstat64: 'M',
      fcntl64: 'b',
      fchmod: 'j',
      fchown32: 'h',
      faccessat: 'D',
      unlinkat: 'o',
    },
  },
}

/** The build that is installed; package.json pins sql.js exactly. */
export const installedBuild = '43bbcdd44287e5a2db3b6b5af34b1a3485a7a441285d247976c1ebe3c61f8dbf'
