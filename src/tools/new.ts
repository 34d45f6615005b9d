/**
 * `npm run new command|feature|call|plugin|migration|string NAME`: writes the files of a new thing, its strings, and a
 * test that fails until the thing exists.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCall } from './new-call.ts'
import { createCommand } from './new-command.ts'
import { createFeature } from './new-feature.ts'
import { camel } from '../core/identifiers.ts'
import { addString, insert, refuse, write, type Written } from './new-files.ts'
import { createPlugin } from './new-plugin.ts'
import { root } from './step.ts'

const usage = `npm run new command group:action    e.g. entry:pin; the group may be new
npm run new feature name            e.g. reading-goals
npm run new call resource.verb      e.g. notes.create
npm run new plugin name             e.g. tides
npm run new migration side/name     e.g. server/notes or local/notes
npm run new string namespace:key    e.g. app:notes.empty`

const kinds: Readonly<Record<string, (name: string) => Written>> = {
  command: createCommand,
  feature: createFeature,
  call: createCall,
  plugin: createPlugin,
  migration,
  string,
}

/** @throws with the usage, or with why the name cannot be taken */
export function create(kind: string | undefined, name: string | undefined): Written {
  const make = kind === undefined ? undefined : kinds[kind]
  if (!make || !name) throw new Error(usage)
  return make(name)
}

function migration(place: string): Written {
  const [, side, name] =
    /^(local|server)\/([a-z][a-z-]*)$/.exec(place) ??
    refuse('A migration is called local/name or server/name.')
  const folder = `migrations/${side}`
  const last = readdirSync(join(root, folder))
    .filter((file) => /^\d{4}-/.test(file))
    .toSorted()
    .at(-1)
  const number = String(Number(last?.slice(0, 4) ?? 0) + 1).padStart(4, '0')
  const step = `${number}-${name}`
  const id = camel(name ?? '')
  const file = write(
    `${folder}/${step}.ts`,
    `import type { Kysely } from 'kysely'

/** Say what this step adds and why. It is frozen once shipped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('${id}')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .execute()
}
`,
  )
  const index = `${folder}/index.ts`
  insert(index, /\n\nexport const/, `\nimport * as ${id} from './${step}.ts'`, 'before')
  insert(index, /\n\}\)?\n*$/, `\n  '${step}': ${id},`, 'before')
  return side === 'local' ? [file, index, countStep()] : [file, index]
}

function countStep(): string {
  const file = 'migrations/local/count.ts'
  const before = readFileSync(join(root, file), 'utf8')
  writeFileSync(
    join(root, file),
    before.replace(/\d+/, (count) => String(Number(count) + 1)),
  )
  return file
}

function string(path: string): Written {
  const [, namespace, key] =
    /^(app|lang|common|settings|shortcuts|errors):([\w.]+)$/.exec(path) ??
    refuse('A string is called namespace:key.')
  return addString(namespace ?? '', key ?? '', '')
}

if (import.meta.main) {
  try {
    for (const file of new Set(create(process.argv[2], process.argv[3]))) process.stdout.write(`${file}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
