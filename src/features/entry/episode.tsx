import { useStoreMap, useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import type { EpisodeChapter, Podcast } from '../../contract/podcast.ts'
import { safeHref } from '../../core/safe-href.ts'
import { transcriptToggled } from '../../model/entries/index.ts'
import { $chapterFiles, chaptersRequested } from '../../model/episodes/index.ts'
import { chapterAt } from '../../model/player/chapters.ts'
import { $chapters, $player } from '../../model/player/index.ts'
import type { EntryHead } from '../../model/rows.ts'
import {
  Avatar,
  Button,
  formatClock,
  Icon,
  Picture,
  PlayIcon,
  SegmentedControl,
  SkeletonText,
  useTranslation,
} from '../../ui/index.ts'
import './episode.css'

type EpisodeProps = {
  readonly entry: EntryHead
  readonly podcast: Podcast
  /** Whether the transcript is shown; null: it cannot be chosen here. */
  readonly transcriptView: boolean | null
}

/** What a feed says of an episode: its place in the show, persons, chapters, soundbites, and how it asks to be paid. */
export function Episode({ entry, podcast, transcriptView }: EpisodeProps) {
  const { t, ready } = useTranslation('episodes')
  const toggle = useUnit(transcriptToggled)
  const { persons, chapters, chaptersUrl, soundbites, funding, value, transcripts } = podcast
  if (!ready) return null
  return (
    <section className="episode" aria-label={t('episode.label')}>
      <EpisodeNumber podcast={podcast} />
      {persons && <Persons persons={persons} />}
      {(chapters ?? chaptersUrl) && <Chapters id={entry.id} own={chapters} />}
      {soundbites && <Soundbites id={entry.id} soundbites={soundbites} />}
      {funding && <Funding funding={funding} />}
      {value && <Value value={value} />}
      {transcripts && transcriptView !== null && (
        <SegmentedControl
          label={t('episode.shown')}
          value={transcriptView ? 'transcript' : 'notes'}
          segments={[
            { value: 'notes', label: t('episode.notes') },
            { value: 'transcript', label: t('transcript.title') },
          ]}
          onChange={() => toggle()}
        />
      )}
    </section>
  )
}

function EpisodeNumber({ podcast: { season, episode, kind } }: { readonly podcast: Podcast }) {
  const { t } = useTranslation('episodes')
  const facts = [
    season && [t('episode.season', { number: season.number }), season.name].filter(Boolean).join(': '),
    episode && (episode.display ?? t('episode.number', { number: episode.number })),
    kind && t(kind === 'bonus' ? 'episode.bonus' : 'episode.trailer'),
  ].filter((fact) => fact !== undefined)
  if (facts.length === 0) return null
  return (
    <p className="entry-facts">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  )
}

const roleKeys: Readonly<Record<string, string>> = { host: 'episode.host', guest: 'episode.guest' }

function Persons({ persons }: { readonly persons: NonNullable<Podcast['persons']> }) {
  const { t } = useTranslation('episodes')
  return (
    <ul className="episode-persons" aria-label={t('episode.persons')}>
      {persons.map(({ name, role, image, url }) => (
        <li key={`${name} ${role}`}>
          <Avatar src={image} name={name} shape="person" size="small" />
          {url ? (
            <a href={safeHref(url)} target="_blank" rel="noopener noreferrer" dir="auto">
              {name}
            </a>
          ) : (
            <span dir="auto">{name}</span>
          )}
          {role && <small>{roleKeys[role] ? t(roleKeys[role]) : role}</small>}
        </li>
      ))}
    </ul>
  )
}

/** A part that is closed at first. `onOpen`: what it shows is requested then. */
function Part(props: { readonly title: string; readonly onOpen?: () => void; readonly children: ReactNode }) {
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && props.onOpen?.()}>
      <summary>{props.title}</summary>
      {props.children}
    </details>
  )
}

type ChaptersProps = { readonly id: string; readonly own: readonly EpisodeChapter[] | undefined }

function Chapters({ id, own }: ChaptersProps) {
  const { t } = useTranslation('episodes')
  const request = useUnit(chaptersRequested)
  const file = useStoreMap({ store: $chapterFiles, keys: [id], fn: (files, [key]) => files.get(key) ?? null })
  const list = own ?? (file?.status === 'ready' ? file.value : null)
  return (
    <Part title={t('episode.chapters')} onOpen={() => own ?? request(id)}>
      {list && list.length > 0 ? (
        <ChapterList id={id} chapters={list} />
      ) : list ? (
        <p>{t('episode.noChapters')}</p>
      ) : file?.status === 'failed' ? (
        <p>{t('episode.chaptersFailed')}</p>
      ) : (
        <SkeletonText lines={3} />
      )}
    </Part>
  )
}

function ChapterList({
  id,
  chapters,
}: {
  readonly id: string
  readonly chapters: readonly EpisodeChapter[]
}) {
  const { t } = useTranslation('episodes')
  const known = useUnit($chapters)
  const at = useStoreMap($player, ({ track, currentTime }) =>
    track?.entryId === id ? chapterAt(known, currentTime) : -1,
  )
  const hasPictures = chapters.some(({ image }) => image)
  return (
    <ol className="episode-chapters" data-pictures={hasPictures || undefined}>
      {chapters.map(({ start, title, image, url }, index) => (
        <li key={`${start} ${title}`} aria-current={index === at || undefined}>
          <button
            type="button"
            data-command-id="player:play-from"
            data-command-args={JSON.stringify({ entries: [id], seconds: start })}
          >
            {hasPictures && (
              <span className="episode-picture">{image && <Picture src={image} alt="" />}</span>
            )}
            <time>{formatClock(start)}</time>
            <span dir="auto">{title || t('episode.untitledChapter')}</span>
          </button>
          {url && (
            <a
              href={safeHref(url)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('episode.chapterLink', { title })}
              data-tooltip={t('episode.chapterLink', { title })}
            >
              <Icon name="link" />
            </a>
          )}
        </li>
      ))}
    </ol>
  )
}

type SoundbitesProps = { readonly id: string; readonly soundbites: NonNullable<Podcast['soundbites']> }

function Soundbites({ id, soundbites }: SoundbitesProps) {
  const { t } = useTranslation('episodes')
  return (
    <ul className="episode-soundbites" aria-label={t('episode.soundbites')}>
      {soundbites.map(({ start, duration, title }) => (
        <li key={start}>
          <Button
            size="small"
            icon={<PlayIcon />}
            commandId="player:play-from"
            data-command-args={JSON.stringify({ entries: [id], seconds: start, until: start + duration })}
          >
            {title ?? t('episode.soundbite')}
          </Button>
          <small>
            {formatClock(start)} · {t('episode.seconds', { count: Math.round(duration) })}
          </small>
        </li>
      ))}
    </ul>
  )
}

/** Where the show asks for support; Lectern pays nothing, so the host is named beside each link. */
function Funding({ funding }: { readonly funding: NonNullable<Podcast['funding']> }) {
  const { t } = useTranslation('episodes')
  const links = funding.filter(({ url }) => safeHref(url) !== undefined)
  if (links.length === 0) return null
  return (
    <ul className="episode-funding" aria-label={t('episode.funding')}>
      {links.map(({ url, title }) => (
        <li key={url}>
          <a href={safeHref(url)} target="_blank" rel="noopener noreferrer" dir="auto">
            {title ?? t('episode.funding')}
          </a>
          <small>{URL.parse(url)?.host}</small>
        </li>
      ))}
    </ul>
  )
}

function Value({
  value: { type, suggested, recipients },
}: {
  readonly value: NonNullable<Podcast['value']>
}) {
  const { t } = useTranslation('episodes')
  return (
    <Part title={t('episode.value')}>
      <p>{t('episode.valueWords')}</p>
      <dl className="episode-value">
        <dt>{t('episode.valueType')}</dt>
        <dd>{type}</dd>
        {suggested && (
          <>
            <dt>{t('episode.valueSuggested')}</dt>
            <dd>{suggested}</dd>
          </>
        )}
        {recipients.map(({ name, share }) => (
          <div key={name}>
            <dt dir="auto">{name}</dt>
            <dd>{share} %</dd>
          </div>
        ))}
      </dl>
    </Part>
  )
}
