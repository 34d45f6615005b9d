// @vitest-environment happy-dom
import '../../model/everything.ts'
import { allSettled, fork } from 'effector'
import { Provider } from 'effector-react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { $filmStages, $siteFilm } from '../../model/player/films.ts'
import { $playerSummary, playerSummaryChanged } from '../../model/player/summary.ts'
import { tracksOf } from '../../model/player/tracks.ts'
import type { EntryHead } from '../../model/rows.ts'
import { $services } from '../../model/services.ts'
import { Attachments } from './attachments.tsx'
import { Gallery } from './gallery.tsx'

function drawn(summary: Partial<EntryHead>, html: string | null = null) {
  const box = document.createElement('div')
  const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }
  const scope = fork({ values: [[$services, { storage }]] })
  const entry = {
    id: '1',
    feedId: '2',
    title: 'A film',
    url: null,
    media: [],
    attachments: [],
    ...summary,
  } as unknown as EntryHead
  const root = createRoot(box)
  flushSync(() =>
    root.render(
      <Provider value={scope}>
        <Attachments summary={entry} html={html} />
        <Gallery summary={entry} html={html} />
      </Provider>,
    ),
  )
  const films = () =>
    [...box.querySelectorAll<HTMLElement>('[data-film-stage]')].map(({ dataset }) => dataset['filmStage'])
  return { box, scope, entry, root, films }
}

const first = 'https://example.org/first.mp4'
const second = 'https://example.org/second.mp4'
const attachment = (url: string) => ({ url, mime_type: 'video/mp4' })

test('a film that the feed names twice is shown once, another one too', () => {
  const { films, box } = drawn({
    media: [{ type: 'video', url: first }],
    attachments: [attachment(first), attachment(second)],
  })
  expect(films()).toEqual([first, second])
  expect(box.querySelectorAll('video')).toHaveLength(0)
})

test('a film that is played before the player has loaded is what the player plays', async () => {
  const { box, scope } = drawn({ attachments: [attachment(first)] })
  box.querySelector('button')?.click()
  await expect
    .poll(() => scope.getState($playerSummary), { timeout: 20_000 })
    .toMatchObject({ track: { src: first }, show: true })
})

test('the button of an episode pauses it while it plays', async () => {
  const { box, scope, entry } = drawn({
    attachments: [{ url: 'https://example.org/1.mp3', mime_type: 'audio/mpeg' }],
  })
  const command = () => box.querySelector<HTMLElement>('.entry-audio button')?.dataset['commandId']
  expect(command()).toBe('player:play')
  const playing = { ...scope.getState($playerSummary), track: tracksOf(entry)[0] ?? null, show: true }
  await allSettled(playerSummaryChanged, { scope, params: { ...playing, isPlaying: true } })
  await expect.poll(command).toBe('global:toggle-corner-play')
  await allSettled(playerSummaryChanged, { scope, params: { ...playing, isPlaying: false } })
  await expect.poll(command).toBe('player:play')
})

test('an episode has no title of its own beside its button where that is the title of the entry', () => {
  const episode = (title: string) => ({ url: 'https://example.org/1.mp3', mime_type: 'audio/mpeg', title })
  const textOf = (...attachments: readonly ReturnType<typeof episode>[]) =>
    [...drawn({ attachments }).box.querySelectorAll('.entry-audio > span')].map(
      ({ textContent }) => textContent,
    )
  expect(textOf(episode('A film'))).toEqual([''])
  expect(textOf(episode(''))).toEqual([''])
  expect(textOf(episode('The second part'), episode(''))).toEqual(['The second part', '1.mp3'])
})

test('a film that the text shows has no stage of its own', () => {
  const { films } = drawn({ attachments: [attachment(first)] }, `<video src="${first}"></video>`)
  expect(films()).toEqual([])
})

test('the still of a film is on its stage and not again below the text', () => {
  const still = 'https://example.org/still.jpg'
  const { box } = drawn({ media: [{ type: 'photo', url: still }], attachments: [attachment(first)] })
  expect([...box.querySelectorAll('img')].map(({ className }) => className)).toEqual(['film-still'])
})

test('the button leaves a stage while its film plays, and is there again while it is paused', async () => {
  const { box, scope, entry } = drawn({ attachments: [attachment(first)] })
  const button = () => box.querySelector('.film-play')
  const play = (isPlaying: boolean) =>
    allSettled(playerSummaryChanged, {
      scope,
      params: {
        track: tracksOf(entry)[0] ?? null,
        isPlaying,
        show: true,
        volume: 1,
        playbackRate: 1,
        chapters: [],
        lines: [],
        queue: [],
        hasPrevious: false,
      },
    })
  expect(button()).not.toBeNull()
  await play(true)
  await expect.poll(button).toBeNull()
  await play(false)
  await expect.poll(button).not.toBeNull()
})

test("a site's film is played on its stage, which is known as long as it is shown", async () => {
  const page = 'https://www.youtube.com/watch?v=abcdefghijk'
  const { box, scope, root, films } = drawn({ url: page })
  expect(films()).toEqual([page])
  expect(scope.getState($filmStages)).toEqual([page])
  expect(box.querySelector('iframe')).toBeNull()
  flushSync(() => box.querySelector<HTMLElement>('.film-play')?.click())
  expect(scope.getState($siteFilm)).toEqual({ page, title: 'A film', entryId: '1', feedId: '2' })
  root.unmount()
  expect(scope.getState($filmStages)).toEqual([])
})
