/** Collects the sources of entries with the names by which queries find them. */
import { isView, type View } from '../views.ts'
import type { SourceFacts } from './matches.ts'

type Collected = {
  feedNames: string[]
  folders: string[]
  tags: readonly string[]
  listNames: string[]
  inboxNames: string[]
  views: View[]
  isRare: boolean
}
/** Absent and empty names are left out. */
type Names = readonly (string | null | undefined)[]

export type SourceCollection = {
  /** A feed that is followed directly, or by the list of these names. */
  readonly follow: (
    feedId: string,
    facts: {
      readonly names: Names
      readonly listNames?: Names
      readonly folder: string | null
      readonly view: number
      readonly isRare: boolean
    },
  ) => void
  readonly addInbox: (id: string, names: Names) => void
  /** By the id that entries carry. */
  readonly sources: Map<string, SourceFacts>
}

/** @param tags by the id that entries carry */
export function collectSources(tags: ReadonlyMap<string, readonly string[]>): SourceCollection {
  const sources = new Map<string, Collected>()
  const sourceOf = (id: string): Collected => {
    const source = sources.get(id) ?? {
      feedNames: [],
      folders: [],
      tags: tags.get(id) ?? [],
      listNames: [],
      inboxNames: [],
      views: [],
      isRare: false,
    }
    sources.set(id, source)
    return source
  }
  return {
    sources,
    follow: (feedId, { names, listNames = [], folder, view, isRare }) => {
      const source = sourceOf(feedId)
      source.feedNames.push(...present([feedId, ...names]))
      source.listNames.push(...present(listNames))
      source.folders.push(...present([folder]))
      source.isRare = isRare
      if (isView(view)) source.views.push(view)
    },
    addInbox: (id, names) => void sourceOf(id).inboxNames.push(...present(names)),
  }
}

const present = (names: Names): string[] => names.flatMap((name) => name || [])
