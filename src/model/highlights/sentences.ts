import { createEvent, createStore } from 'effector'

/** The sentences of the open entry are needed: the pane that shows it responds with {@link sentencesFound}. */
export const sentencesRequested = createEvent()
export const sentencesFound = createEvent<readonly string[]>()
/** Sentences of the open entry as it was shown when they were requested. */
export const $sentences = createStore<readonly string[]>([], { serialize: 'ignore' })
  .on(sentencesFound, (_, sentences) => sentences)
  .reset(sentencesRequested)
