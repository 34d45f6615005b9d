import { views } from '../../contract/views.ts'
import type { Command } from '../command.ts'
import { printableLine } from '../printable.ts'
import { importCommand } from './importing.ts'
import { namedFeed, viewNumber } from './sources.ts'

export const followingCommands: readonly Command[] = [
  {
    name: 'follow',
    summary: 'Follow a feed by its address.',
    args: [{ name: 'ADDRESS' }],
    options: {
      folder: { value: 'NAME', summary: 'Put it into a folder.' },
      title: { value: 'TITLE', summary: 'Give it a title of your own.' },
      view: { value: 'VIEW', summary: 'Show it in a view; articles when absent.', choices: views },
      private: { summary: 'Do not show others that you follow it.' },
    },
    calls: ['subscriptions.create'],
    run: async ({ api }, { args: [url = ''], options }) => {
      const { folder, title, view } = options
      const { feed } = await api().subscriptions.create({
        url,
        view: viewNumber(view) ?? 0,
        ...(typeof folder === 'string' && { category: folder }),
        ...(typeof title === 'string' && { title }),
        ...(options['private'] && { isPrivate: true }),
      })
      return { json: { feed }, text: `Following ${printableLine(feed?.title ?? url)} (${feed?.id ?? ''}).` }
    },
  },
  {
    name: 'unfollow',
    summary: 'Stop following a feed, by its id, address or title.',
    args: [{ name: 'FEED' }],
    calls: ['subscriptions.delete', 'subscriptions.list'],
    run: async (context, { args: [name = ''] }) => {
      const api = context.api()
      const { feedId, title } = await namedFeed(api, name)
      await api.subscriptions.delete({ feedIdList: [feedId] })
      return { json: { feedId }, text: `No longer following ${printableLine(title)}.` }
    },
  },
  importCommand,
  {
    name: 'export',
    summary: 'Write what you follow as OPML, to the standard output or a new file.',
    args: [{ name: 'FILE', file: true, optional: true }],
    options: {
      plain: {
        summary: 'Leave out the settings of feeds, rules and labels. Secrets are left out in any case.',
      },
    },
    calls: ['subscriptions.export'],
    run: async ({ api, environment }, { args: [name], options }) => {
      const settings = options['plain'] !== true
      const opml = await api().subscriptions.export({ folderMode: 'category', settings })
      if (name === undefined) return { json: { opml }, text: opml }
      environment.files.write(name, opml)
      return { json: { file: name }, text: `Written to ${name}.` }
    },
  },
]
