/**
 * ours: what a feed says of an episode (Podcasting 2.0, Podlove Simple Chapters, iTunes), as `podcast` of an entry's `extra`.
 * Its chapters and transcripts may be files of their own, which the server fetches when they are asked for.
 */
import { z } from 'zod'

export const chapter = z.object({
  /** Seconds from the start. */
  start: z.number(),
  title: z.string(),
  image: z.string().optional(),
  url: z.string().optional(),
})
export type EpisodeChapter = z.infer<typeof chapter>

/** One line of a transcript. Times are seconds, and null where the file has none. */
const line = z.object({
  start: z.number().nullable(),
  end: z.number().nullable(),
  text: z.string(),
  speaker: z.string().optional(),
})
export type TranscriptLine = z.infer<typeof line>
export const transcript = z.object({ lines: z.array(line), language: z.string().nullable() })
export type Transcript = z.infer<typeof transcript>

export const podcast = z.object({
  season: z.object({ number: z.number(), name: z.string().optional() }).optional(),
  /** `display` replaces the number where the show counts otherwise. */
  episode: z.object({ number: z.number(), display: z.string().optional() }).optional(),
  /** Absent: a full episode. */
  kind: z.enum(['trailer', 'bonus']).optional(),
  persons: z
    .array(
      z.object({
        name: z.string(),
        role: z.string().optional(),
        image: z.string().optional(),
        url: z.string().optional(),
      }),
    )
    .optional(),
  /** Of the feed itself. */
  chapters: z.array(chapter).optional(),
  chaptersUrl: z.string().optional(),
  /** The files of the transcript, as the feed lists them. */
  transcripts: z
    .array(z.object({ url: z.string(), type: z.string().optional(), language: z.string().optional() }))
    .optional(),
  soundbites: z
    .array(z.object({ start: z.number(), duration: z.number(), title: z.string().optional() }))
    .optional(),
  /** Pages on which listeners can support the show, with what the show calls them. */
  funding: z.array(z.object({ url: z.string(), title: z.string().optional() })).optional(),
  /** How listeners are asked to pay, and what part each recipient gets. It is shown only. */
  value: z
    .object({
      type: z.string(),
      suggested: z.string().optional(),
      recipients: z.array(z.object({ name: z.string(), share: z.number() })),
    })
    .optional(),
})
export type Podcast = z.infer<typeof podcast>
