import { actionsCalls } from '../../contract/actions.ts'
import type { Command } from '../command.ts'
import { UsageError } from '../failures.ts'
import { printableLine } from '../printable.ts'

const dryRun = actionsCalls['actions.dryRun'].input

/** @throws UsageError saying what is wrong with the rules */
function rulesIn(text: string) {
  let rules: unknown
  try {
    rules = JSON.parse(text)
  } catch {
    throw new UsageError('The file holds no JSON.')
  }
  const checked = dryRun.shape.rules.safeParse(rules)
  if (checked.success) return checked.data
  throw new UsageError(
    checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
  )
}

export const rulesCommands: readonly Command[] = [
  {
    name: 'rules list',
    summary: 'List your rules.',
    calls: ['actions.get'],
    run: async ({ api }) => {
      const rules = (await api().actions.get({})).data?.rules ?? []
      const lines = rules.map(({ name }, at) => `${at + 1}. ${printableLine(name)}`)
      return { json: { rules }, text: lines.length > 0 ? lines.join('\n') : 'You have no rules.' }
    },
  },
  {
    name: 'rules dry-run',
    summary:
      'Say what your rules, or those of a JSON file, would touch among stored entries. Nothing is changed.',
    args: [{ name: 'FILE', file: true, optional: true }],
    options: { days: { value: 'NUMBER', summary: 'Only among entries of so many days.' } },
    calls: ['actions.dryRun'],
    run: async ({ api, environment }, { args: [name], options }) => {
      const rules = name === undefined ? undefined : rulesIn(environment.files.read(name).toString('utf8'))
      const days = typeof options['days'] === 'string' ? Number(options['days']) : undefined
      const input = { ...(rules && { rules }), ...(days !== undefined && { days }) }
      if (!dryRun.safeParse(input).success) throw new UsageError('--days is a whole number of days.')
      const { data } = await api().actions.dryRun(input)
      const lines = data.rules.map(({ name: rule, count }) => `${printableLine(rule)}: ${count}`)
      return { json: data, text: [`${data.touched} of ${data.examined} entries.`, ...lines].join('\n') }
    },
  },
]
