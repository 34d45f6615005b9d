import type { Command } from '../command.ts'
import { printableLine } from '../printable.ts'

const name = { name: 'LABEL' }
const entries = { name: 'ENTRY', many: true }
const count = (number: number): string => (number === 1 ? '1 entry' : `${number} entries`)

export const labelCommands: readonly Command[] = [
  {
    name: 'labels',
    summary: 'List your labels with the number of their entries.',
    calls: ['labels.list'],
    run: async ({ api }) => {
      const { data } = await api().labels.list({})
      const lines = data.map((one) => `${printableLine(one.name)}  ${one.entries}, ${one.unread} unread`)
      return { json: { labels: data }, text: lines.length > 0 ? lines.join('\n') : 'You have no labels.' }
    },
  },
  {
    name: 'label',
    summary: 'Put a label on entries; it is created if it is not there. A slash nests: work/reading.',
    args: [name, entries],
    calls: ['labels.add'],
    run: async ({ api }, { args: [label = '', ...entryIds] }) => {
      await api().labels.add({ name: label, entryIds })
      return { json: { label, entryIds }, text: `Labelled ${count(entryIds.length)}.` }
    },
  },
  {
    name: 'unlabel',
    summary: 'Take a label off entries.',
    args: [name, entries],
    calls: ['labels.remove'],
    run: async ({ api }, { args: [label = '', ...entryIds] }) => {
      await api().labels.remove({ name: label, entryIds })
      return { json: { label, entryIds }, text: `Took the label off ${count(entryIds.length)}.` }
    },
  },
  {
    name: 'rename-label',
    summary: 'Rename a label with the labels within it.',
    args: [name, { name: 'NEW-NAME' }],
    calls: ['labels.update'],
    run: async ({ api }, { args: [label = '', to = ''] }) => {
      await api().labels.update({ name: label, to })
      return { json: { label, to }, text: `Renamed ${printableLine(label)} to ${printableLine(to)}.` }
    },
  },
  {
    name: 'delete-label',
    summary:
      'Delete a label with the labels within it; its entries stay. It can be restored for thirty days.',
    args: [name],
    calls: ['labels.delete'],
    run: async ({ api }, { args: [label = ''] }) => {
      await api().labels.delete({ name: label })
      return { json: { label }, text: `Deleted ${printableLine(label)}.` }
    },
  },
]
