import './first-run.css'

export { FeedChooser } from './feed-chooser.tsx'
export { FirstRunDialog as default, propsSchema } from './first-run-dialog.tsx'
export { packs, packsFor, type Pack, type PackFeed } from './packs.ts'
