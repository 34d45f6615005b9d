/** JSON Feed 1.0 and 1.1, read leniently: any value may have a wrong type. */
import { absolute, fileAddress, mediaAddress } from './address.ts'
import { secondsIn } from './duration.ts'
import { numberIn } from './media.ts'
import type { RawAttachment, RawEntry, RawFeed, RawMedia } from './normalised.ts'
import { relationsInJson } from './relations.ts'
import { htmlOfText } from './text.ts'

type Thing = Readonly<Record<string, unknown>>

export function fromJson(feed: Thing, url: string | null, max: number): RawFeed {
  const siteUrl = absolute(text(feed['home_page_url']), url)
  const base = siteUrl ?? absolute(text(feed['feed_url']), url) ?? url
  return {
    title: text(feed['title']),
    description: text(feed['description']) ?? text(feed['user_comment']),
    image: absolute(text(feed['icon']) ?? text(feed['favicon']), base),
    siteUrl,
    base,
    language: text(feed['language']),
    entries: things(feed['items'])
      .slice(0, max)
      .map((item) => entryOf(item, feed, base)),
  }
}

function entryOf(item: Thing, feed: Thing, base: string | null): RawEntry {
  const people = [authorsOf(item), authorsOf(feed)].find(({ length }) => length > 0) ?? []
  const names = people
    .map((person) => text(person['name']) ?? text(person['email']))
    .filter((name) => name !== undefined)
  const plain = text(item['content_text'])
  return {
    id: text(item['id']),
    url: absolute(text(item['url']) ?? text(item['external_url']), base) ?? webOf(text(item['id'])),
    title: text(item['title']),
    content: text(item['content_html']) ?? (plain === undefined ? undefined : htmlOfText(plain)),
    summary: text(item['summary']),
    author: names.length > 0 ? names.join(', ') : undefined,
    authorUrl: people.map((person) => absolute(text(person['url']), base)).find(Boolean) ?? null,
    authorAvatar: people.map((person) => absolute(text(person['avatar']), base)).find(Boolean) ?? null,
    language: text(item['language']) ?? text(feed['language']),
    categories: tagsOf(item['tags']),
    dates: ['date_published', 'date_modified'].map((name) => text(item[name])),
    media: picturesOf(item, base),
    attachments: attachmentsOf(item, base),
    relations: relationsInJson(item['_extra'], base),
  }
}

const webOf = (id: string | undefined): string | null =>
  /^https?:\/\//i.test(id ?? '') ? absolute(id, null) : null

/** 1.0 has one author, 1.1 a list; feeds mix them, or write the bare name. */
const authorsOf = ({ authors, author }: Thing): readonly Thing[] =>
  [peopleIn(authors), peopleIn(author)].find(({ length }) => length > 0) ?? []

const peopleIn = (value: unknown): readonly Thing[] =>
  things(
    (Array.isArray(value) ? value : [value]).map((one) => (typeof one === 'string' ? { name: one } : one)),
  )

/** Some generators write objects with a name in place of names. */
const tagsOf = (tags: unknown): (string | undefined)[] =>
  (typeof tags === 'string' ? tags.split(',') : Array.isArray(tags) ? tags : [tags]).map((tag: unknown) => {
    const { name, title, label, term } = things([tag])[0] ?? {}
    return text(tag) ?? [name, title, label, term].map(text).find(Boolean)
  })

function picturesOf(item: Thing, base: string | null): RawMedia[] {
  const picture = text(item['image']) ?? text(item['banner_image'])
  const attached = things(item['attachments']).filter((one) => text(one['mime_type'])?.startsWith('image/'))
  return [{ url: picture }, ...attached].map(({ url, title }: Thing) => ({
    type: 'photo',
    url: mediaAddress(text(url), base),
    description: text(title),
  }))
}

const attachmentsOf = (item: Thing, base: string | null): RawAttachment[] =>
  things(item['attachments']).map((one) => ({
    url: fileAddress(text(one['url']), base),
    title: text(one['title']),
    type: text(one['mime_type']),
    seconds: secondsIn(text(one['duration_in_seconds'])),
    bytes: numberIn(text(one['size_in_bytes'])),
  }))

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== ''
    ? value
    : typeof value === 'number'
      ? String(value)
      : undefined
const things = (value: unknown): Thing[] =>
  Array.isArray(value) ? value.filter((one): one is Thing => typeof one === 'object' && one !== null) : []
