import '../not-found/not-found.css'

export { FeedNotFoundPage as default } from './feed-not-found-page.tsx'
