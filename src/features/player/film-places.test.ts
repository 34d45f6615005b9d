// @vitest-environment happy-dom
import { allSettled } from 'effector'
import { expect, test } from 'vitest'
import {
  $player,
  $siteFilm,
  filmStageClosed,
  filmStageOpened,
  playerClosed,
  siteFilmPlayed,
  trackRequested,
} from '../../model/player/index.ts'
import { startReader } from '../../model/testing.ts'
import { cornersDrawn } from './film-places.ts'
import { mediaElement } from './media-output.ts'

const FILM = 'https://example.org/film.mp4'
const PAGE = 'https://www.youtube.com/watch?v=abcdefghijk'
const track = (src: string, mime: string) => ({
  entryId: '1',
  feedId: '2',
  title: 'A film',
  src,
  mime,
  image: null,
  duration: null,
})

async function page() {
  const { scope } = await startReader()
  document.body.innerHTML = `<div data-film-corner="track"></div><div data-film-corner="site"></div>
<div data-film-stage="${FILM}"></div><div data-film-stage="${PAGE}"></div>`
  const send = allSettled
  const placeOf = (element: Element | null) => {
    const { dataset } = (element?.parentElement ?? document.createElement('p')) as HTMLElement
    return dataset['filmStage'] ?? dataset['filmCorner'] ?? 'nowhere'
  }
  await send(cornersDrawn, { scope })
  return { scope, placeOf }
}

test('the one picture of the player is on the stage of its film while there is one, else in the corner', async () => {
  const { scope, placeOf } = await page()
  const media = mediaElement()
  expect(placeOf(media)).toBe('nowhere')
  await allSettled(filmStageOpened, { scope, params: FILM })
  await allSettled(trackRequested, { scope, params: track(FILM, 'video/mp4') })
  expect(placeOf(media)).toBe(FILM)
  await allSettled(filmStageClosed, { scope, params: FILM })
  expect(placeOf(media)).toBe('track')
  await allSettled(filmStageOpened, { scope, params: FILM })
  expect(placeOf(media)).toBe(FILM)
  expect(document.querySelectorAll('video')).toHaveLength(1)
  // Sound stays in the page: the browser pauses what leaves it.
  await allSettled(trackRequested, { scope, params: track('https://example.org/1.mp3', 'audio/mpeg') })
  expect(placeOf(media)).toBe('track')
  await allSettled(playerClosed, { scope })
  expect(placeOf(media)).toBe('nowhere')
})

test("a site's player pauses the player, and ends where the browser cannot move it to the corner", async () => {
  const { scope, placeOf } = await page()
  const frame = () => document.querySelector('iframe')
  await allSettled(trackRequested, { scope, params: track(FILM, 'video/mp4') })
  await allSettled(filmStageOpened, { scope, params: PAGE })
  await allSettled(siteFilmPlayed, { scope, params: { page: PAGE, title: '', entryId: '1', feedId: '2' } })
  expect(placeOf(frame())).toBe(PAGE)
  expect(scope.getState($player).status).toBe('paused')
  await allSettled(filmStageClosed, { scope, params: PAGE })
  expect(scope.getState($siteFilm)).toBeNull()
  expect(frame()).toBeNull()
})

test("a site's player moves to the corner, as it is, where the browser can move it", async () => {
  const { scope, placeOf } = await page()
  const moves: string[] = []
  const moveBefore = function moveBefore(this: HTMLElement, node: Node) {
    moves.push(this.dataset['filmCorner'] ?? 'stage')
    this.append(node)
  }
  Object.assign(Element.prototype, { moveBefore })
  const frame = () => document.querySelector('iframe')
  await allSettled(filmStageOpened, { scope, params: PAGE })
  await allSettled(siteFilmPlayed, { scope, params: { page: PAGE, title: '', entryId: '1', feedId: '2' } })
  const played = frame()
  await allSettled(filmStageClosed, { scope, params: PAGE })
  expect(placeOf(frame())).toBe('site')
  await allSettled(filmStageOpened, { scope, params: PAGE })
  expect(placeOf(frame())).toBe(PAGE)
  expect(frame()).toBe(played)
  expect(moves).toEqual(['site', 'stage'])
  Reflect.deleteProperty(Element.prototype, 'moveBefore')
  // A track that plays ends it.
  await allSettled(trackRequested, { scope, params: track(FILM, 'video/mp4') })
  expect(frame()).toBeNull()
})
