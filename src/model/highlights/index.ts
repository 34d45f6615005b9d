import './export.ts'
import './sync.ts'

export { excerptOf } from './changes.ts'
export {
  $editedNote,
  highlightCreated,
  highlightDeleted,
  highlightRequested,
  highlightsExportRequested,
  highlightUpdated,
  marginShown,
  noteEdited,
  noteRequested,
} from './events.ts'
export {
  $currentHighlight,
  $meantHighlight,
  $placedHighlights,
  highlightOpened,
  highlightSelected,
  highlightsFound,
  highlightStepped,
  paneLeft,
} from './places.ts'
export { $sentences, sentencesFound, sentencesRequested } from './sentences.ts'
export { $highlights, $highlightsByEntry, type UserHighlight } from './tables.ts'
