import { embedOf, type Embed } from '../../model/player/embeds.ts'
import type { Track } from '../../model/player/events.ts'
import { isFilm, tracksOf } from '../../model/player/tracks.ts'
import type { EntryHead } from '../../model/rows.ts'

/** The films of an entry that have a stage above its text: not those whose player the text itself holds. */
export function stagedFilms(
  summary: EntryHead,
  html: string | null,
): { readonly films: readonly Track[]; readonly embed: Embed | null } {
  const isShown = (url: string) => /<video\b/i.test(html ?? '') && html?.includes(url)
  return {
    films: tracksOf(summary).filter((track) => isFilm(track) && !isShown(track.src)),
    embed: /<iframe\b/i.test(html ?? '') ? null : embedOf(summary),
  }
}
