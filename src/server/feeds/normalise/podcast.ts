/** What a feed says of an episode: Podcasting 2.0, Podlove Simple Chapters, iTunes, and the captions of Media RSS. */
import type { Podcast } from '../../../contract/podcast.ts'
import { all, first, firstSaying, textOf, type Element } from '../parse/element.ts'
import { absolute } from './address.ts'
import { secondsOfClock } from './duration.ts'
import { oneLine, plainText } from './text.ts'

/** The most of each kind that is stored of an entry. */
const MAX = {
  persons: 30,
  chapters: 500,
  transcripts: 10,
  soundbites: 20,
  funding: 5,
  recipients: 20,
} as const
const WORDS_MAX = 300

/**
 * @param channel whose persons, funding and value an episode without its own has
 * @returns undefined for an entry that is no episode, or of which nothing more is known
 */
export function podcastOf(entry: Element, channel: Element, base: string | null): Podcast | undefined {
  const own: Podcast = {
    ...present('season', seasonOf(entry)),
    ...present('episode', episodeOf(entry)),
    ...present('kind', kindOf(entry)),
    ...present('chapters', filled(chaptersOf(entry, base))),
    ...present('chaptersUrl', chaptersUrlOf(entry, base)),
    ...present('transcripts', filled(transcriptsOf(entry, base))),
    ...present('soundbites', filled(soundbitesOf(entry))),
    ...present('persons', filled(personsOf(entry, base))),
    ...present('funding', filled(fundingOf(entry, base))),
    ...present('value', valueOf(entry)),
  }
  const isEpisode =
    Object.keys(own).length > 0 ||
    all(entry, 'enclosure').some(({ attributes }) => /^(audio|video)\//i.test(attributes['type'] ?? ''))
  if (!isEpisode) return undefined
  const whole = {
    ...present('persons', filled(personsOf(channel, base))),
    ...present('funding', filled(fundingOf(channel, base))),
    ...present('value', valueOf(channel)),
    ...own,
  }
  return Object.keys(whole).length > 0 ? whole : undefined
}

const present = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]?: V })
const filled = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)
const words = (text: string | undefined): string | undefined =>
  oneLine(plainText(text) ?? undefined, WORDS_MAX) ?? undefined

/** Podcasting 2.0 before iTunes: it has names, and episodes such as 100.5. */
const numbered = (entry: Element, name: string): Element | undefined =>
  firstSaying(entry, `podcast:${name}`) ?? firstSaying(entry, `itunes:${name}`)
function numberOf(element: Element | undefined): number | undefined {
  const text = textOf(element) ?? ''
  return /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : undefined
}
function seasonOf(entry: Element): Podcast['season'] {
  const element = numbered(entry, 'season')
  const number = numberOf(element)
  if (!number) return undefined
  return { number, ...present('name', words(element?.attributes['name'])) }
}
function episodeOf(entry: Element): Podcast['episode'] {
  const element = numbered(entry, 'episode')
  const number = numberOf(element)
  if (number === undefined) return undefined
  return { number, ...present('display', words(element?.attributes['display'])) }
}
function kindOf(entry: Element): Podcast['kind'] {
  const kind = textOf(first(entry, 'itunes:episodetype'))?.toLowerCase()
  return kind === 'trailer' || kind === 'bonus' ? kind : undefined
}

const personsOf = (parent: Element, base: string | null): NonNullable<Podcast['persons']> =>
  all(parent, 'podcast:person')
    .flatMap((element) => {
      const { role, img, href } = element.attributes
      const name = words(textOf(element))
      const from = element.base ?? base
      return name === undefined
        ? []
        : [
            {
              name,
              ...present('role', words(role)?.toLowerCase()),
              ...present('image', absolute(img, from) ?? undefined),
              ...present('url', absolute(href, from) ?? undefined),
            },
          ]
    })
    .slice(0, MAX.persons)

const chaptersOf = (entry: Element, base: string | null): NonNullable<Podcast['chapters']> =>
  all(entry, 'psc:chapters')
    .flatMap((list) => all(list, 'psc:chapter'))
    .flatMap((element) => {
      const { start, title, image, href } = element.attributes
      const seconds = secondsOfClock(start)
      const from = element.base ?? base
      return seconds === undefined
        ? []
        : [
            {
              start: seconds,
              title: words(title) ?? '',
              ...present('image', absolute(image, from) ?? undefined),
              ...present('url', absolute(href, from) ?? undefined),
            },
          ]
    })
    .toSorted((a, b) => a.start - b.start)
    .slice(0, MAX.chapters)

function chaptersUrlOf(entry: Element, base: string | null): string | undefined {
  const element = first(entry, 'podcast:chapters')
  return absolute(element?.attributes['url'], element?.base ?? base) ?? undefined
}

/** Captions of a film are its transcript. */
const transcriptsOf = (entry: Element, base: string | null): NonNullable<Podcast['transcripts']> =>
  [entry, ...all(entry, 'media:group'), ...all(entry, 'media:content')]
    .flatMap((parent) => [...all(parent, 'podcast:transcript'), ...all(parent, 'media:subtitle')])
    .flatMap((element) => {
      const { url: address, href, type, language, lang } = element.attributes
      const url = absolute(address ?? href, element.base ?? base)
      return url === null
        ? []
        : [
            {
              url,
              ...present('type', words(type)?.toLowerCase()),
              ...present('language', words(language ?? lang)),
            },
          ]
    })
    .slice(0, MAX.transcripts)

const soundbitesOf = (entry: Element): NonNullable<Podcast['soundbites']> =>
  all(entry, 'podcast:soundbite')
    .flatMap((element) => {
      const start = secondsOfClock(element.attributes['starttime'])
      const duration = secondsOfClock(element.attributes['duration'])
      return start === undefined || !duration
        ? []
        : [{ start, duration, ...present('title', words(textOf(element))) }]
    })
    .slice(0, MAX.soundbites)

const fundingOf = (parent: Element, base: string | null): NonNullable<Podcast['funding']> =>
  all(parent, 'podcast:funding')
    .flatMap((element) => {
      const url = absolute(element.attributes['url'], element.base ?? base)
      return url === null ? [] : [{ url, ...present('title', words(textOf(element))) }]
    })
    .slice(0, MAX.funding)

/** The shares are parts of their sum, and so shown as percentages. */
function valueOf(parent: Element): Podcast['value'] {
  const element = first(parent, 'podcast:value')
  const type = words(element?.attributes['type'])
  if (!element || type === undefined) return undefined
  const recipients = all(element, 'podcast:valuerecipient')
    .flatMap(({ attributes }) => {
      const split = Number(attributes['split'])
      const name = words(attributes['name']) ?? words(attributes['address'])
      return name !== undefined && Number.isFinite(split) && split > 0 ? [{ name, split }] : []
    })
    .slice(0, MAX.recipients)
  const sum = recipients.reduce((total, { split }) => total + split, 0)
  return {
    type,
    ...present('suggested', words(element.attributes['suggested'])),
    recipients: recipients.map(({ name, split }) => ({
      name,
      share: Math.round((split / sum) * 1000) / 10,
    })),
  }
}
