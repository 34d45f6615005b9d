import type { Command } from '../command.ts'
import { UsageError } from '../failures.ts'
import { saveEntries } from '../call-plugin.ts'
import { namedSource, sourceOptions } from './sources.ts'

const entries = { name: 'ENTRY', many: true, entries: true }
const count = (number: number): string => (number === 1 ? '1 entry' : `${number} entries`)
export const markingCommands: readonly Command[] = [
  {
    name: 'mark',
    summary: 'Mark entries read or unread.',
    args: [{ name: 'STATE', choices: ['read', 'unread'] }, entries],
    calls: ['reads.mark', 'reads.unmark'],
    effectOn: (entry, [state]) =>
      entry.isRead === (state === 'read') ? null : { ...entry, isRead: state === 'read' },
    run: async ({ api }, { args: [state, ...entryIds] }) => {
      await (state === 'read' ? api().reads.mark({ entryIds }) : api().reads.unmark({ entryIds }))
      return {
        json: { entryIds, read: state === 'read' },
        text: `Marked ${count(entryIds.length)} ${state}.`,
      }
    },
  },
  {
    name: 'mark-all',
    summary: 'Mark all entries of a feed, a folder or a view read.',
    options: { ...sourceOptions, everything: { summary: 'Of all that you follow.' } },
    calls: ['reads.markAll', 'subscriptions.list'],
    run: async (context, { options }) => {
      const isNamed = ['feed', 'folder', 'view'].some((name) => options[name] !== undefined)
      if (isNamed === Boolean(options['everything']))
        throw new UsageError('Name a --feed, --folder or --view, or --everything.')
      const api = context.api()
      const { data } = await api.reads.markAll(await namedSource(api, options))
      const marked = Object.values(data.read).reduce((sum, number) => sum + number, 0)
      return { json: { read: data.read }, text: `Marked ${count(marked)} read.` }
    },
  },
  {
    name: 'star',
    summary: 'Star entries.',
    args: [entries],
    calls: ['collections.add'],
    effectOn: (entry) => (entry.isStarred ? null : { ...entry, isStarred: true }),
    run: async ({ api }, { args }) => {
      for (const entryId of args) await api().collections.add({ entryId })
      return { json: { entryIds: args, starred: true }, text: `Starred ${count(args.length)}.` }
    },
  },
  {
    name: 'unstar',
    summary: 'Take the stars of entries away.',
    args: [entries],
    calls: ['collections.remove'],
    effectOn: (entry) => (entry.isStarred ? { ...entry, isStarred: false } : null),
    run: async ({ api }, { args }) => {
      for (const entryId of args) await api().collections.remove({ entryId })
      return {
        json: { entryIds: args, starred: false },
        text: `Took the star of ${count(args.length)} away.`,
      }
    },
  },
  {
    name: 'save',
    summary: 'Save entries with a plugin that you have set up.',
    args: [{ name: 'PLUGIN' }, entries],
    calls: ['plugins.call'],
    run: async ({ api }, { args: [plugin = '', ...entryIds] }) => {
      const urls = await saveEntries(api(), plugin, entryIds)
      return {
        json: { saved: entryIds.map((entryId, at) => ({ entryId, url: urls[at] })) },
        text: [`Saved ${count(entryIds.length)}.`, ...urls.flatMap((url) => url ?? [])].join('\n'),
      }
    },
  },
]
