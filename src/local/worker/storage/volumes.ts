/** Maps SQLite's file names to files: every open database is a volume of three files. */
import { endings, type DatabaseFiles, type Ending, type StorageFile } from './file.ts'

export type OpenFile = {
  readonly file: StorageFile
  readonly volume: Volume
  readonly ending: Ending
  position: number
}
/** `live` holds the names that exist as far as SQLite may know; the handles are open either way. */
export type Volume = { readonly serial: number; readonly files: DatabaseFiles; readonly live: Set<Ending> }
export type Named = { readonly volume: Volume; readonly ending: Ending }

// sql.js names every database so. Its temporary files and the copy that export() makes do not match: they stay in memory.
const PATH = /^(?:.*\/)?dbfile_(\d+)(-journal|-wal)?$/
const INODES: Readonly<Record<Ending, number>> = { '': 1, '-journal': 2, '-wal': 3 }
/**
 * By path and by number the inode must be the same, or SQLite believes the file was moved; that of two files must differ,
 * or SQLite takes one for locked by the other.
 */
export const inodeOf = ({ volume, ending }: Named): number => volume.serial * 4 + INODES[ending]

/** Far above Emscripten's own file numbers, so that the two are never mixed up. */
const FIRST_FD = 10_000

export type Volumes = ReturnType<typeof createVolumes>

export function createVolumes() {
  const mounted = new Map<string, Volume>()
  const open = new Map<number, OpenFile>()
  let pending: Volume | null = null
  let nextFd = FIRST_FD
  let nextSerial = 0

  const mount = (name: string): Volume | null => {
    if (pending) mounted.set(name, pending)
    const volume = pending
    pending = null
    return volume
  }

  return {
    open,
    /** The next database that SQLite opens under a new name gets these files. */
    attach: (files: DatabaseFiles): Volume => {
      // An empty journal is a leftover, not a journal; one with bytes is how SQLite recovers after a kill.
      const live = new Set(endings.filter((ending) => ending === '' || files[ending].getSize() > 0))
      return (pending = { serial: nextSerial++, files, live })
    },
    detach: (volume: Volume): void => {
      for (const [name, other] of mounted) if (other === volume) mounted.delete(name)
      for (const [fd, file] of open) if (file.volume === volume) open.delete(fd)
    },
    find: (path: string): Named | null => {
      const [, name, ending] = PATH.exec(path) ?? []
      if (name === undefined) return null
      const volume = mounted.get(name) ?? mount(name)
      return volume && { volume, ending: (ending ?? '') as Ending }
    },
    openFile: ({ volume, ending }: Named): number => {
      open.set(nextFd, { file: volume.files[ending], volume, ending, position: 0 })
      return nextFd++
    },
  }
}
