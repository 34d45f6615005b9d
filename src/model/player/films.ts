/** Where films are shown, and the film that a site's own player plays. */
import { createEvent, createStore } from 'effector'
import { userDataCleared } from '../app/events.ts'

/** A stage for a film is in the page: its key is the address of the file, or of the film's page on its site. */
export const filmStageOpened = createEvent<string>()
export const filmStageClosed = createEvent<string>()
/** Keys of the stages. An entry that is shown twice has two. */
export const $filmStages = createStore<readonly string[]>([], { serialize: 'ignore' })
  .on(filmStageOpened, (stages, key) => [...stages, key])
  .on(filmStageClosed, (stages, key) => {
    const at = stages.indexOf(key)
    return at === -1 ? stages : stages.toSpliced(at, 1)
  })

export type SiteFilm = {
  /** Of the film on its site. */
  readonly page: string
  readonly title: string
  readonly entryId: string
  readonly feedId: string
}
/** Plays a film with its site's player: on its stage, or in the corner of the window while there is none. */
export const siteFilmPlayed = createEvent<SiteFilm>()
export const siteFilmClosed = createEvent()
export const $siteFilm = createStore<SiteFilm | null>(null, { serialize: 'ignore' })
  .on(siteFilmPlayed, (_, film) => film)
  .reset(siteFilmClosed, userDataCleared)
