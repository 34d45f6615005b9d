import './entry.css'
import './content.css'
import './panes.css'
import './reading-panels.css'
import './entry-highlights.css'
import './print.css'

export { Article } from './article.tsx'
export { Entry } from './entry.tsx'
export { createSideEntry } from './create-side-entry.ts'
export { completeToolbarOrder, type ToolbarOrder } from './toolbar-order.ts'
export { preloadCleaner } from './clean-content.ts'
/** Colours code as entries do; loads with the first use. */
export const loadCodeColours = () => import('./colour-code.ts')
