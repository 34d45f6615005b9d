import { expect, test } from 'vitest'
import '../../model/everything.ts'
import type { EntryHead } from '../../model/rows.ts'
import { heightOfRow, linesOfRow, pictureRatio, thumbnailWidth, type HeightOptions } from './row-height.ts'
import { shapeOf } from './row-shape.ts'

const makeHead = (changes: Partial<EntryHead>): EntryHead => ({
  id: '1',
  feedId: 'f',
  guid: '1',
  title: 'A title',
  url: null,
  description: null,
  author: null,
  authorUrl: null,
  authorAvatar: null,
  language: null,
  categories: [],
  media: [],
  attachments: [],
  extra: null,
  settings: null,
  sources: [],
  publishedAt: 0,
  insertedAt: 0,
  read: false,
  starredAt: null,
  ...changes,
})
const article: HeightOptions = {
  layout: 'article',
  density: 'comfortable',
  width: 356,
  rem: 16,
  grouped: false,
  columns: 1,
  masonry: false,
  images: new Map(),
}
const linesOf = (title: string | null, description: string | null) =>
  linesOfRow(heightOfRow(makeHead({ title, description, media: [] }), article), article)

test('an article is as high as its title and summary, up to three lines', () => {
  expect(linesOf('A short title', null)).toBe(1)
  expect(linesOf('A short title', 'And a short summary.')).toBe(2)
  expect(linesOf('A short title', 'And a summary that goes on. '.repeat(20))).toBe(3)
  expect(linesOf(null, 'Just a note.')).toBe(1)
  expect(linesOf('長い題名は一行に入る文字が少ないので二行になる。とても長い題名', null)).toBe(2)
})

test('a picture makes room for itself', () => {
  const media = [{ type: 'photo' as const, url: 'https://example.org/a.jpg' }]
  const head = makeHead({ title: 'Short', description: null, media })
  expect(linesOfRow(heightOfRow(head, article), article)).toBe(3)
})

const picture = (width?: number, height?: number) =>
  makeHead({
    media: [
      { type: 'photo', url: 'https://example.org/a.jpg', ...(width && height ? { width, height } : {}) },
    ],
  })

test('in a masonry a cell has the proportions that the feed names, or that were measured before', () => {
  const options: HeightOptions = { ...article, layout: 'picture', masonry: true, columns: 2, width: 800 }
  const wide = heightOfRow(picture(1600, 800), options)
  const high = heightOfRow(picture(800, 1200), options)
  expect(high - wide).toBeCloseTo((400 - 24) * (1.5 - 0.5), 0)
  const images = new Map([['https://example.org/a.jpg', { width: 800, height: 1200, colors: [] }]])
  expect(heightOfRow(picture(), { ...options, images })).toBe(high)
})

test('a cell waits for the stored size, and without one has the usual proportions', () => {
  const options: HeightOptions = { ...article, layout: 'picture', masonry: true, columns: 2, width: 700 }
  expect(heightOfRow(picture(), options)).toBe(0)
  const images = new Map([['https://example.org/a.jpg', null]])
  expect(heightOfRow(picture(), { ...options, images })).toBe(
    shapeOf({ ...options, layout: 'picture' }).rowHeight,
  )
})

test('a panorama and a tower are cropped to proportions that a list can hold', () => {
  expect(pictureRatio(picture(4000, 400), new Map())).toBe(0.4)
  expect(pictureRatio(picture(400, 4000), new Map())).toBe(1.8)
})

test('a thumbnail is square, or as wide as its picture', () => {
  expect(thumbnailWidth(picture(1600, 900), 'square', new Map())).toBe(4.5)
  expect(thumbnailWidth(picture(1600, 1000), 'original', new Map())).toBeCloseTo(7.2)
  expect(thumbnailWidth(picture(), 'original', new Map())).toBe(4.5)
})
