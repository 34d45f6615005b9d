import './page-feed.css'

export { PageFeedDialog as default, propsSchema } from './page-feed-dialog.tsx'
