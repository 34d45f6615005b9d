import { combine } from 'effector'
import { useStoreMap, useUnit } from 'effector-react'
import { siteOfFeed } from '../../contract/page-address.ts'
import { chapterAt } from '../../model/player/chapters.ts'
import { $chapters, $player, type Track } from '../../model/player/index.ts'
import { $feeds } from '../../model/subscriptions/index.ts'
import { Avatar } from '../../ui/index.ts'

/** Null before the first chapter. */
export const $chapter = combine(
  $player,
  $chapters,
  ({ currentTime }, chapters) => chapters[chapterAt(chapters, currentTime)] ?? null,
)

const useFeedOf = ({ feedId }: Track) =>
  useStoreMap({
    store: $feeds,
    keys: [feedId],
    fn: (feeds, [id]) => feeds.get(id ?? '') ?? null,
  })

/** The picture of the chapter, of the entry, or of its feed; letters where there is none. */
export function Cover({ track }: { readonly track: Track }) {
  const feed = useFeedOf(track)
  const chapter = useUnit($chapter)
  return (
    <span className="player-cover">
      <Avatar
        src={chapter?.image ?? track.image ?? feed?.image ?? null}
        name={feed ? siteOfFeed(feed) : track.title}
      />
    </span>
  )
}

/** The title, and the chapter or else the feed. */
export function TrackTitle({ track }: { readonly track: Track }) {
  const feed = useFeedOf(track)
  const chapter = useUnit($chapter)
  return (
    <span className="player-words">
      <strong dir="auto">{track.title}</strong>
      <small dir="auto">{chapter?.title ?? feed?.title}</small>
    </span>
  )
}
