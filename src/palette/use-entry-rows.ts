import { useUnit } from 'effector-react'
import { useEffect, useMemo, useState } from 'react'
import type { SearchHit } from '../model/rows.ts'
import { siteOfFeed } from '../contract/page-address.ts'
import { ranksEntries } from '../contract/query/narrow-query.ts'
import type { Snippet } from '../contract/query/snippet.ts'
import { $statuses } from '../model/entries/index.ts'
import { focusRequested } from '../model/layout/index.ts'
import { navigationRequested } from '../model/location/index.ts'
import { paletteClosed } from '../model/palette/index.ts'
import {
  $feeds,
  $inboxes,
  $subscriptions,
  entrySourceOf,
  entrySourceTitle,
} from '../model/subscriptions/index.ts'
import { registry } from '../model/app/index.ts'
import { menuOfEntry } from '../model/menus/index.ts'
import { $general } from '../model/settings/index.ts'
import { $indexed, oncePerStory, readSnippetsFx, searchEntriesFx } from '../model/search/index.ts'
import { useTranslation } from '../ui/index.ts'
import { match, fold, searchable, type Match } from './match.ts'
import type { PaletteRow, PaletteSection } from './rows.ts'
import { useMenuActions } from './use-menu-actions.ts'
import { useResultsList } from './use-results-list.ts'

/** ms of debounce before entries are searched. */
const DEBOUNCE_MS = 90
const MOST_HITS = 60

/** `pending`: the rows belong to an earlier query. */
export type EntryRows = { readonly sections: readonly PaletteSection[]; readonly pending: boolean }
type Results = { readonly text: string; readonly hits: readonly SearchHit[] }

/**
 * Entries found by full text, those whose title matches first.
 * @param minLength characters; shorter queries match too much. CJK text may be shorter
 */
export function useEntryRows(text: string, limit: number, minLength: number): EntryRows {
  const { t } = useTranslation()
  const { feeds, statuses, subscriptions, inboxes, indexed, general, commands } = useUnit({
    commands: registry.$commands,
    general: $general,
    feeds: $feeds,
    statuses: $statuses,
    subscriptions: $subscriptions,
    inboxes: $inboxes,
    indexed: $indexed,
  })
  const { search, go, focus, close } = useUnit({
    search: searchEntriesFx,
    go: navigationRequested,
    focus: focusRequested,
    close: paletteClosed,
  })
  const menuActions = useMenuActions()
  const [{ text: resultsFor, hits }, setResults] = useState<Results>({ text: '', hits: [] })
  const enabled = limit > 0 && (text.length >= minLength || /[\u3040-\uffef]/.test(text))

  useEffect(() => {
    if (!enabled) {
      setResults({ text: '', hits: [] })
      return
    }
    let current = true
    const request = new AbortController()
    const timer = setTimeout(() => {
      search({ q: text, limit: MOST_HITS, signal: request.signal }).then(
        (results) => current && setResults({ text, hits: results.hits }),
        () => current && setResults({ text, hits: [] }),
      )
    }, DEBOUNCE_MS)
    return () => {
      current = false
      request.abort()
      clearTimeout(timer)
    }
    // Searches again when entries were indexed meanwhile.
  }, [enabled, text, search, indexed])

  const { groupStories } = general
  const shown = useMemo((): readonly ShownHit[] => {
    const ordered = titlesFirst(hits, text)
    if (!groupStories) return ordered.slice(0, limit).map((one) => ({ ...one, others: 0 }))
    const inTitles = new Map(ordered.map(({ hit, inTitle }) => [hit.id, inTitle]))
    return oncePerStory(ordered.map(({ hit }) => hit))
      .slice(0, limit)
      .map(({ hit, others }) => ({ hit, others, inTitle: inTitles.get(hit.id) ?? null }))
  }, [hits, text, limit, groupStories])
  const snippets = useSnippets(resultsFor, shown)
  const list = useResultsList()
  const sections = useMemo(() => {
    // Only the server ranks, which may cost the user something: not while they type.
    if (enabled && ranksEntries(text)) {
      const rank: PaletteRow = {
        key: 'rank',
        title: t('palette.rank'),
        ranges: [],
        icon: 'search',
        detail: text,
        choose: () => list(text),
      }
      return [{ key: 'entries', title: t('palette.entries'), rows: [rank] }]
    }
    if (!enabled || shown.length === 0) return []
    const rows = shown.map(({ hit, inTitle, others }): PaletteRow => {
      const subscription = subscriptions.get(`feed/${hit.feedId}`) ?? subscriptions.get(`inbox/${hit.feedId}`)
      const feed = feeds.get(hit.feedId)
      const name = entrySourceTitle(hit.feedId, { subscriptions, feeds, inboxes })
      return {
        key: `entry ${hit.id}`,
        title: hit.title || t('entry.untitled'),
        ranges: inTitle?.ranges ?? [],
        image: { src: feed?.image, name: feed ? siteOfFeed(feed) : name },
        snippet: isTitleHit(inTitle) ? undefined : snippets[hit.id],
        // How many other feeds have the story.
        detail: others > 0 ? `${name} +${others}` : name,
        publishedAt: hit.publishedAt,
        unread: statuses.get(hit.id)?.read === false,
        preview: () => ({ kind: 'entry', id: hit.id, query: text }),
        choose: () => {
          close()
          go({
            ...(subscription && { view: subscription.view }),
            source: entrySourceOf(hit.feedId, { inboxes }),
            entryId: hit.id,
          })
          focus('entry-render')
        },
        actions: () => menuActions(menuOfEntry(commands), { entries: [hit.id] }),
      }
    })
    return [{ key: 'entries', title: t('palette.entries'), rows }]
  }, [
    enabled,
    text,
    shown,
    snippets,
    statuses,
    subscriptions,
    feeds,
    inboxes,
    commands,
    menuActions,
    t,
    close,
    go,
    focus,
    list,
  ])
  return { sections, pending: enabled && resultsFor !== text }
}

/** Those of the hits whose title does not say what was looked for. */
function useSnippets(text: string, shown: readonly Hit[]): Readonly<Record<string, Snippet>> {
  const read = useUnit(readSnippetsFx)
  const [snippets, setSnippets] = useState<Readonly<Record<string, Snippet>>>({})
  useEffect(() => {
    const ids = shown.filter(({ inTitle }) => !isTitleHit(inTitle)).map(({ hit }) => hit.id)
    if (ids.length === 0) return
    let current = true
    read({ q: text, ids }).then(
      (found) => current && setSnippets(found),
      () => {},
    )
    return () => {
      current = false
    }
  }, [text, shown, read])
  return snippets
}

type Hit = { readonly hit: SearchHit; readonly inTitle: Match | null }
type ShownHit = Hit & { readonly others: number }

/** Hits in the title before hits in the text, each in the order of the search. */
function titlesFirst(hits: readonly SearchHit[], text: string): readonly Hit[] {
  const query = fold(text)
  const all = hits.map((hit) => ({ hit, inTitle: match(searchable(hit.title), query) }))
  return [
    ...all.filter(({ inTitle }) => isTitleHit(inTitle)),
    ...all.filter(({ inTitle }) => !isTitleHit(inTitle)),
  ]
}
const isTitleHit = (inTitle: Match | null) => inTitle?.quality === 'words'
