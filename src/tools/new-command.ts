/** `npm run new command GROUP:ACTION`: its record, title, search terms and a failing test; also a new group with its name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { camel } from '../core/identifiers.ts'
import { addString, insert, refuse, sentence, write, type Written } from './new-files.ts'
import { root } from './step.ts'

/** @throws when the name cannot be taken */
export function createCommand(id: string): Written {
  const [, group = '', action = ''] =
    /^([a-z][a-z-]*):([a-z][a-z-]*)$/.exec(id) ?? refuse(`A command is called group:action, not ${id}.`)
  const test = `commands/${group}-${action}.test.ts`
  if (existsSync(join(root, test))) return refuse(`${test} exists already.`)
  const title = `${camel(group)}.${camel(action)}`
  return [
    ...recordIn(group, action),
    ...addString('shortcuts', title, sentence(action)),
    ...addString('keywords', title, sentence(action).toLowerCase()),
    write(
      test,
      `import { expect, test } from 'vitest'
import { allCommands } from './index.ts'

test('${id} does what it is for', () => {
  expect(allCommands.map((command) => command.id)).toContain('${id}')
  expect.fail('Say here what ${id} does, and prove it.')
})
`,
    ),
  ]
}

/** Writes the record into its group, and creates a missing group. */
function recordIn(group: string, action: string): Written {
  const files = readdirSync(join(root, 'commands')).filter((name) => /(?<!\.test)\.ts$/.test(name))
  // The file of the group's own name first: `entry` has commands in other files as well.
  const ordered = [`${group}.ts`, ...files].filter((name) => files.includes(name))
  const start = new RegExp(`commandGroup\\('${group}', \\{\\n`)
  const file = ordered.find((name) => start.test(read(name)))
  if (file) {
    if (new RegExp(`^ {2,4}(${action}|'${action}'): \\{`, 'm').test(read(file)))
      return refuse(`commands/${file} has ${action} already.`)
    return [insert(`commands/${file}`, start, record(group, action), 'after')]
  }
  if (files.includes(`${group}.ts`))
    return refuse(`commands/${group}.ts does not list its commands one by one: add it there by hand.`)
  return newGroup(group, action)
}

const read = (name: string) => readFileSync(join(root, 'commands', name), 'utf8')

function newGroup(group: string, action: string): Written {
  const constant = `${camel(group)}Commands`
  return [
    write(
      `commands/${group}.ts`,
      `/** Say here what these commands are about. */
import { commandGroup } from './define-command.ts'

export const ${constant} = commandGroup('${group}', {
${record(group, action)}})
`,
    ),
    insert(
      'commands/index.ts',
      /import type \{ Command \} from '..\/src\/core\/index.ts'\n/,
      `import { ${constant} } from './${group}.ts'\n`,
      'after',
    ),
    insert('commands/index.ts', /\n\]\n/, `\n  ...${constant},`, 'before'),
    ...addString('shortcuts', `groups.${group}`, sentence(group)),
    // No plugin from elsewhere may take the group.
    insert('src/contract/reserved-plugin-ids.ts', /const groups =\n {2}'/, `${group} `, 'after'),
  ]
}

const record = (group: string, action: string) =>
  `  ${/^[a-z]+$/.test(action) ? action : `'${action}'`}: {
    kind: 'change',
    // One of define-command.ts: trigger for an event of the model, openDialog for a dialog.
    run: () => {
      throw new Error('Say here what ${group}:${action} does.')
    },
  },
`
