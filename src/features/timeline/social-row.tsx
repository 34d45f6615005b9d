import { useStoreMap, useUnit } from 'effector-react'
import { useMemo } from 'react'
import { dialogOpened } from '../../model/layout/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import { $general } from '../../model/settings/index.ts'
import { $pictureFacts } from '../../model/pictures/index.ts'
import { photosOf } from '../../model/pictures/entry-photos.ts'
import { $posts, $toggledPosts } from '../../model/posts/index.ts'
import { Avatar, Kbd, Picture, RelativeTime, StarIcon, useTranslation } from '../../ui/index.ts'
import { useCommandPresentation } from '../shared/command-presentation/index.ts'
import {
  HighlightCount,
  faceOf,
  Mark,
  Near,
  RowColumns,
  RowLabels,
  StoryCount,
  titleOf,
  type EntryRowProps,
} from './row-parts.tsx'
import { contextOf, isLongPost, postText } from './post-text.ts'
import type { Images } from './row-height.ts'

/** Pictures of a post that are drawn; the rest is counted on the last one. */
const MAX_PICTURES = 4

/** A post with its whole text. Long ones are folded, see `timeline:toggle-post`. */
export function SocialRow({ summary, row }: { readonly summary: EntryHead; readonly row: EntryRowProps }) {
  const { t } = useTranslation()
  const html = useStoreMap({ store: $posts, keys: [row.id], fn: (posts, [id]) => posts.get(id) ?? null })
  const toggled = useStoreMap({ store: $toggledPosts, keys: [row.id], fn: (ids, [id]) => ids.has(id) })
  const { autoExpandLongSocialMedia } = useUnit($general)
  const text = useMemo(
    () => postText(html ?? summary.description) || titleOf(summary, row),
    [html, summary, row],
  )
  const context = useMemo(() => contextOf(summary), [summary])
  const isLong = isLongPost(text)
  const folded = isLong && autoExpandLongSocialMedia === toggled
  const keys = useCommandPresentation()('timeline:toggle-post')?.keys
  const name = summary.author || row.feedName
  return (
    <>
      <Mark read={row.read} />
      <Avatar {...faceOf(summary, row)} shape="person" size="large" />
      <div className="post">
        <p className="post-head">
          <strong className="post-author" dir="auto">
            {name}
          </strong>
          {summary.author && summary.author !== row.feedName && (
            <span className="entry-feed" dir="auto">
              {row.feedName}
            </span>
          )}
          <span className="bar-gap" />
          {row.starred && <StarIcon className="entry-star" aria-hidden="true" />}
          <Near row={row} />
          <HighlightCount row={row} />
          <RowLabels labels={row.labels} />
          <StoryCount row={row} />
          <RowColumns row={row} />
          <RelativeTime at={summary.publishedAt} underDay={row.underDay} />
        </p>
        {summary.title && !text.startsWith(summary.title.replace(/…$|\.\.\.$/, '').slice(0, 60)) && (
          <p className="post-title" dir="auto">
            {summary.title}
          </p>
        )}
        <p className="post-text" dir="auto" data-folded={folded || undefined}>
          {text}
        </p>
        {isLong && (
          <span
            className="post-more"
            aria-hidden="true"
            data-command-id="timeline:toggle-post"
            data-command-args={JSON.stringify({ entries: [row.id] })}
          >
            {t(folded ? 'timeline.showMore' : 'timeline.showLess')}
            {row.current && keys && <Kbd keys={keys} />}
          </span>
        )}
        <Pictures summary={summary} />
        {context.map(({ type, url, text: quoted }) => (
          <blockquote key={url} className="post-context" data-type={type}>
            <span className="post-context-kind">
              {t(`timeline.context.${type}`)} {hostOf(url)}
            </span>
            {quoted && (
              <span className="post-context-text" dir="auto">
                {quoted}
              </span>
            )}
          </blockquote>
        ))}
      </div>
    </>
  )
}

function Pictures({ summary }: { readonly summary: EntryHead }) {
  const open = useUnit(dialogOpened)
  const images = useUnit($pictureFacts)
  const photos = summary.media.filter((one) => one.type === 'photo' || one.preview_image_url)
  const shown = photos.slice(0, MAX_PICTURES)
  if (shown.length === 0) return null
  return (
    <div className="post-pictures" data-count={shown.length}>
      {shown.map((photo, at) => {
        const more = photos.length - shown.length
        return (
          <span
            key={photo.url}
            className="post-picture"
            style={shown.length === 1 ? { aspectRatio: aspectOf(photo, images) } : undefined}
            // By keys, entry:image-gallery opens them.
            onClick={(event) => {
              if (photo.type !== 'photo') return
              event.stopPropagation()
              const pictures = [...photosOf(summary, null)]
              const index = pictures.findIndex(({ src }) => src === photo.url)
              const props = { entryId: summary.id, pictures, index }
              open({ id: 'entry-pictures', props, followsEntries: true })
            }}
          >
            <Picture src={photo.preview_image_url ?? photo.url} alt={photo.alt} />
            {at === shown.length - 1 && more > 0 && <span className="post-picture-more">+{more}</span>}
          </span>
        )
      })}
    </div>
  )
}

/** Neither a strip nor a pole. */
const ASPECT = { min: 0.75, max: 2.4, unknown: 16 / 9 }
function aspectOf({ url, width, height }: EntryHead['media'][number], images: Images): number {
  const size = width && height ? { width, height } : images.get(url)
  return size ? Math.min(ASPECT.max, Math.max(ASPECT.min, size.width / size.height)) : ASPECT.unknown
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
