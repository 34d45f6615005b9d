/** Creates the media element when the app is idle, and follows the media keys and the videos of the page. */
import { attach, createEvent, sample, scopeBind } from 'effector'
import {
  fullscreenToggled,
  outputCreated,
  pageVideoPlaying,
  pictureInPictureToggled,
  playerLoaded,
} from '../../model/player/index.ts'
import { createMediaOutput, mediaElement } from './media-output.ts'
import './film-places.ts'
import './media-session.ts'

export const started = createEvent()
const createFx = attach({ source: {}, effect: () => createMediaOutput() })
/** Media events do not bubble, so they are captured. */
const watchVideosFx = attach({
  source: {},
  effect: () => {
    const playing = scopeBind(pageVideoPlaying)
    const withSound = (target: EventTarget | null) =>
      target instanceof HTMLVideoElement && !target.muted && target.volume > 0 && !target.dataset['player']
    document.addEventListener('play', ({ target }) => withSound(target) && playing(true), true)
    for (const type of ['pause', 'ended'])
      document.addEventListener(type, ({ target }) => withSound(target) && playing(false), true)
  },
})
const toggleFullscreenFx = attach({
  source: {},
  effect: async () =>
    document.fullscreenElement ? document.exitFullscreen() : mediaElement().requestFullscreen(),
})
sample({ clock: fullscreenToggled, target: toggleFullscreenFx })
const togglePictureInPictureFx = attach({
  source: {},
  effect: async () => {
    await (document.pictureInPictureElement
      ? document.exitPictureInPicture()
      : mediaElement().requestPictureInPicture())
  },
})
sample({ clock: pictureInPictureToggled, target: togglePictureInPictureFx })
sample({ clock: started, target: [playerLoaded, createFx, watchVideosFx] })
sample({ clock: createFx.doneData, target: outputCreated })
