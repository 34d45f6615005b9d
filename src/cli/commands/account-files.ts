/** The commands for an account as one file. */
import { gzipSync } from 'node:zlib'
import type { AccountFileReport } from '../../contract/account-files.ts'
import type { Command } from '../command.ts'
import { printableLine } from '../printable.ts'

export const accountFileCommands: readonly Command[] = [
  {
    name: 'account export',
    summary:
      'Write everything of the account to a new file, or the standard output. Passwords and keys are left out.',
    args: [{ name: 'FILE', file: true, optional: true }],
    terminal: true,
    calls: ['accountFiles.export'],
    run: async ({ api, environment }, { args: [name] }) => {
      const text = await api().accountFiles.export({})
      if (name === undefined) return { json: { account: text }, text: text.trimEnd() }
      environment.files.write(name, name.endsWith('.gz') ? gzipSync(text) : text)
      return { json: { file: name }, text: `Written to ${name}. Keep it to yourself.` }
    },
  },
  {
    name: 'account import',
    summary: 'Add what such a file has to the account. Nothing is replaced, and a second time adds nothing.',
    args: [{ name: 'FILE', file: true }],
    options: {
      routes: { summary: 'Use the proxies of the file, and ignore certificates where it says so.' },
      yes: { summary: 'Add rules without a question.' },
    },
    terminal: true,
    calls: ['accountFiles.import'],
    run: async ({ api, environment }, { args: [name = ''], options }) => {
      const file = new Blob([new Uint8Array(environment.files.read(name))])
      const routes = options['routes'] ? { routes: 'true' } : {}
      const { data } = await api().accountFiles.import({ file, ...routes })
      return { json: data, text: textOf(data) }
    },
  },
]

function textOf(report: AccountFileReport): string {
  const { settings, ...counts } = report.added
  const added = [
    ...Object.entries(counts).flatMap(([what, count]) => (count > 0 ? [`${count} ${what}`] : [])),
    ...(settings ? ['settings'] : []),
  ]
  const lists = [
    ['These feeds need their password or cookie again:', report.missingPasswords],
    ['These plugins have to be installed again:', report.missingPlugins],
    ['These lists of others are not on this server:', report.missingLists],
    ['Left out:', report.problems],
  ] as const
  return [
    added.length > 0 ? `Added: ${added.join(', ')}.` : 'Everything in the file was here already.',
    ...(report.waiting > 0 ? [`${report.waiting} marks wait for their entries.`] : []),
    ...lists.flatMap(([title, lines]) =>
      lines.length > 0 ? [title, ...lines.map((line) => `  ${printableLine(line)}`)] : [],
    ),
  ].join('\n')
}
