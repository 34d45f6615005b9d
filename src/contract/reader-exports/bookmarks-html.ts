/**
 * Links as HTML: the Netscape format of browsers, Pinboard, Linkding, Shaarli, Linkwarden and Raindrop, whose folders are
 * headings, and what Pocket exported before CSV, whose two headings are the state of the links below them.
 */
import { Parser } from 'htmlparser2'
import { createExportBuilder, msOfSeconds, type RawEntry } from './clean-entry.ts'
import { tagsOf } from './csv.ts'
import type { ReaderExport } from './reader-export.ts'

const POCKET = /<title>\s*Pocket Export/i

/** By the beginning of a file. */
export const isBookmarksHtml = (text: string): boolean =>
  /<!DOCTYPE NETSCAPE-Bookmark-file-1>/i.test(text.slice(0, 1000)) || POCKET.test(text.slice(0, 1000))

/** The folders that a browser has by itself. */
const ROOTS = /^(bookmarks( bar| menu| toolbar)?|other bookmarks|mobile bookmarks|unsorted)$/i

/** @param text HTML for which isBookmarksHtml() holds */
export function readBookmarksHtml(text: string): ReaderExport {
  const isPocket = POCKET.test(text.slice(0, 1000))
  const build = createExportBuilder(isPocket ? 'pocket' : 'bookmarks')
  /** Of the list that is open, outermost first; an empty one has no heading. */
  const folders: string[] = []
  let heading = ''
  let link: Record<string, string> | null = null
  /** The last link, which a description may follow. */
  let last: RawEntry | null = null
  let words = ''
  const finish = () => {
    if (last) build.entry(last)
    last = null
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'dl') folders.push(heading)
      if (name === 'dl' || name === 'dt') takeDescription()
      if (name === 'a') link = attributes
      if (/^(a|h[1-6]|dd)$/.test(name)) words = ''
    },
    ontext(part) {
      words += part
    },
    onclosetag(name) {
      if (/^h[1-6]$/.test(name)) heading = words.trim()
      if (name === 'dl') {
        takeDescription()
        folders.pop()
      }
      if (name !== 'a' || !link) return
      finish()
      last = {
        url: link['href'],
        title: words,
        publishedAt: msOfSeconds(link['add_date'] ?? link['time_added']),
        read: link['toread'] === '0' || (isPocket && heading === 'Read Archive') || null,
        labels: [
          ...tagsOf(link['tags'] ?? ''),
          ...folders.filter((folder) => folder !== '' && !ROOTS.test(folder)).slice(-1),
        ],
      }
      link = null
      words = ''
    },
  })
  /** What stands after a link until the next is its description. */
  function takeDescription(): void {
    if (last && words.trim() !== '') last = { ...last, highlights: [{ text: '', note: words }] }
    words = ''
    finish()
  }
  parser.end(text)
  finish()
  return build.result()
}
