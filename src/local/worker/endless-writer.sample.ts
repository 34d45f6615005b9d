/**
 * A process to be killed: writes entries and marks them as read without end, two of three marks accepted by the server,
 * and prints the number of each acknowledged one.
 */
import { nodeFolder } from '../node-folder.ts'
import { nodeSqlite } from '../memory-local.ts'
import { entry } from './entry.sample.ts'
import { openDatabase } from './database.ts'
import { localMigrationSource } from './migration-source.ts'

const { process } = globalThis as unknown as {
  process: { readonly argv: readonly string[]; readonly stdout: { write(text: string): void } }
}
const [, , path = '', from = '0'] = process.argv

const database = await openDatabase({
  sqlite: await nodeSqlite(),
  folder: nodeFolder(path),
  migrations: localMigrationSource,
  notify: (notice) => {
    if (notice.is !== 'changed') throw new Error(notice.is)
  },
})
for (let number = Number(from); ; number++) {
  const content = 'x'.repeat(4000)
  await database.run('entries.put', [entry({ id: `e${number}`, publishedAt: number, content })])
  if (number % 7 === 0) await database.run('entries.put', filling(number))
  await database.run('outbox.begin', {
    id: `c${number}`,
    noun: 'n',
    name: 'n',
    args: {},
    effect: { do: 'read', entryIds: [`e${number}`], read: true },
    at: number,
  })
  if (number % 3 === 2) await database.run('outbox.accepted', [`c${number - 2}`, `c${number - 1}`])
  process.stdout.write(`${number}\n`)
}

/** A larger transaction, so that kills fall into it and into checkpoints. */
function filling(number: number) {
  const content = 'y'.repeat(4000)
  return Array.from({ length: 100 }, (_, index) =>
    entry({ id: `f${number}-${index}`, publishedAt: number, content }),
  )
}
