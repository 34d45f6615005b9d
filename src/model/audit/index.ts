export * from './judge-feeds.ts'
export type { FeedStatistics } from '../../local/calls.ts'
