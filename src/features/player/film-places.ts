/** Moves the picture of what plays between its stage in an entry and the corner of the window, so that it plays on. */
import { attach, combine, createEvent, sample } from 'effector'
import { $filmStages, $player, $siteFilm, siteFilmClosed } from '../../model/player/index.ts'
import { isFilm } from '../../model/player/tracks.ts'
import { mediaElement } from './media-output.ts'
import { createSiteFrame } from './site-frame.ts'

/** The corners of the window were drawn, or are no longer. */
export const cornersDrawn = createEvent()

/** The corner for the player's own picture, and the one for a site's player. */
type Corner = 'track' | 'site'
const cornerOf = (corner: Corner) => document.querySelector<HTMLElement>(`[data-film-corner="${corner}"]`)

const stageOf = (key: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-film-stage]')].findLast(
    ({ dataset }) => dataset['filmStage'] === key,
  )

/** Whether this browser moves a frame as it is: elsewhere it would load again. */
const canMove = () => 'moveBefore' in Element.prototype

function place(node: Element, to: Element | null | undefined): void {
  if (!to) return node.remove()
  if (node.parentElement === to) return undefined
  if (node.isConnected && canMove()) return to.moveBefore(node, null)
  // A video that is back in the page at once plays on.
  return to.append(node)
}

/** A recording stays in the corner, which is hidden then: what leaves the page is paused by the browser. */
const placeTrackFx = attach({
  source: { track: $player.map(({ show, track }) => (show ? track : null)), stages: $filmStages },
  effect: ({ track, stages }) => {
    const stage = track && isFilm(track) && stages.includes(track.src) ? stageOf(track.src) : undefined
    place(mediaElement(), track ? (stage ?? cornerOf('track')) : null)
  },
})
sample({
  clock: [
    combine([$player.map(({ show }) => show), $player.map(({ track }) => track)]),
    $filmStages,
    cornersDrawn,
  ],
  fn: () => {},
  target: placeTrackFx,
})

let frame: HTMLIFrameElement | null = null
let pageOfFrame: string | null = null

const placeSiteFilmFx = attach({
  source: { film: $siteFilm, stages: $filmStages },
  effect: ({ film, stages }) => {
    const page = film?.page ?? null
    if (page !== pageOfFrame) {
      frame?.remove()
      frame = page === null ? null : createSiteFrame(page)
      pageOfFrame = page
    }
    if (!frame || page === null) return
    const to = (stages.includes(page) && stageOf(page)) || cornerOf('site')
    if (frame.isConnected && frame.parentElement !== to && !canMove()) siteFilmClosed()
    else if (to) place(frame, to)
  },
})
sample({ clock: [$siteFilm, $filmStages, cornersDrawn], fn: () => {}, target: placeSiteFilmFx })
