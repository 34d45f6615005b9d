import { useUnit } from 'effector-react'
import { dialogOpened } from '../../model/layout/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import { posterOf } from '../../model/player/tracks.ts'
import { Picture } from '../../ui/index.ts'
import { picturesOf } from './pictures-of.ts'
import { stagedFilms } from './staged-films.ts'

/** Pictures of the entry outside its text: all of them when the text shows none. */
export function Gallery({ summary, html }: { readonly summary: EntryHead; readonly html: string | null }) {
  const open = useUnit(dialogOpened)
  // The still of a film is on its stage.
  const { films, embed } = stagedFilms(summary, html)
  const still = films.length > 0 || embed ? posterOf(summary) : null
  const photos = summary.media.filter(
    (one) => one.type === 'photo' && one.url !== still && !html?.includes(one.url.split('?')[0] ?? one.url),
  )
  if (photos.length === 0 || /<img\b/i.test(html ?? '')) return null
  return (
    <div className="entry-gallery">
      {photos.map(({ url, width, height, alt }) => (
        <Picture
          key={url}
          src={url}
          alt={alt}
          width={width}
          height={height}
          sized
          // By keys, the command entry:image-gallery opens the viewer.
          onClick={({ currentTarget }) => {
            const props = picturesOf(currentTarget.closest('article') ?? document, { first: currentTarget })
            if (props) open({ id: 'entry-pictures', props, followsEntries: true })
          }}
        />
      ))}
    </div>
  )
}
