/** Saved searches: queries that are shown as timelines. */
import { attach, scopeBind } from 'effector'
import { likeCurrent } from '../src/contract/query/narrow-query.ts'
import {
  done,
  type Argument,
  type CommandArgs,
  type CommandCall,
  type CommandResult,
} from '../src/core/index.ts'
import { $currentEntryId } from '../src/model/entries/index.ts'
import { $location, navigationRequested } from '../src/model/location/index.ts'
import {
  $savedSearches,
  searchDeleted,
  searchRenamed,
  searchSaved,
} from '../src/model/search/saved-searches.ts'
import { commandGroup, triggerFrom } from './define-command.ts'

const textOf = (args: CommandArgs, name: string): string => String(args[name] ?? '').trim()

const $searchChoices = $savedSearches.map(
  (searches) => () => searches.map(({ title, query }) => ({ value: query, title, detail: query })),
)
/** The title of the search that was chosen before. */
const $searchTitle = $savedSearches.map(
  (searches) => (args: CommandArgs) => searches.find(({ query }) => query === args['search'])?.title,
)
/** The query of the search that is open, to be edited. */
const $currentQuery = $location.map(
  ({ source }) =>
    () =>
      source.kind === 'search' ? source.query : undefined,
)
const search: Argument = {
  name: 'search',
  title: 'ask.search',
  type: 'enum',
  choices: $searchChoices,
}

/** The parser is loaded on demand. An invalid query is not saved. */
const saveFx = attach({
  source: $currentEntryId,
  effect: async (current, { args }: CommandCall): Promise<CommandResult> => {
    const save = scopeBind(searchSaved, { safe: true })
    // Another entry will be the current one when it is opened.
    const query = likeCurrent(textOf(args, 'query'), current)
    const { parseQuery } = await import('../src/contract/query/parse.ts')
    const parsed = parseQuery(query)
    if (!parsed.ok) {
      const { code, values } = parsed.error
      return { status: 'nothing', message: { key: `app:query.errors.${code}`, values } }
    }
    save({ title: textOf(args, 'title') || query, query })
    return done()
  },
})

export const searchCommands = commandGroup('search', {
  save: {
    kind: 'change',
    icon: 'search',
    args: [
      { name: 'query', title: 'ask.query', type: 'query' },
      { name: 'title', title: 'ask.searchTitle', type: 'text' },
    ],
    run: saveFx,
  },
  open: {
    kind: 'view',
    icon: 'search',
    args: [{ ...search, type: 'query', open: true, initial: $currentQuery }],
    run: triggerFrom($currentEntryId, navigationRequested, (current, { args }) => ({
      source: { kind: 'search', query: likeCurrent(textOf(args, 'search'), current) } as const,
    })),
  },
  rename: {
    kind: 'change',
    icon: 'edit',
    args: [search, { name: 'title', title: 'ask.searchTitle', type: 'text', initial: $searchTitle }],
    run: triggerFrom($savedSearches, searchRenamed, (searches, { args }) => {
      const saved = searches.find(({ query }) => query === args['search'])
      const title = textOf(args, 'title')
      return saved && title ? { ...saved, title } : undefined
    }),
  },
  delete: {
    kind: 'change',
    icon: 'delete',
    args: [search],
    run: triggerFrom(
      $savedSearches,
      searchDeleted,
      (searches, { args }) => searches.find(({ query }) => query === args['search'])?.query,
    ),
  },
})
