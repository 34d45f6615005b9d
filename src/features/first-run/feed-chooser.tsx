import { useUnit } from 'effector-react'
import { useState } from 'react'
import { registry } from '../../model/app/registry.ts'
import { $outbox } from '../../model/outbox/index.ts'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import { Button, Checkbox, Notice, Progress, useTranslation } from '../../ui/index.ts'
import { followedAddresses } from '../follow/index.ts'
import { followProgress } from './follow-progress.ts'
import type { Pack, PackFeed } from './packs.ts'

export type FeedChooserProps = {
  readonly packs: readonly Pack[]
  /** Translated name of a topic; null renders no heading. */
  readonly nameOf: (pack: Pack) => string
  /** All are chosen at first. */
  readonly isChosen?: boolean
}

/** Feeds by topic, each with its box; many are followed at once. */
export function FeedChooser({ packs, nameOf, isChosen = false }: FeedChooserProps) {
  const { t } = useTranslation(['app', 'common'])
  const { outbox, subscriptions, feeds, invoke } = useUnit({
    outbox: $outbox,
    subscriptions: $subscriptions,
    feeds: $feeds,
    invoke: registry.commandInvoked,
  })
  const followed = followedAddresses(subscriptions, feeds)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(isChosen ? packs.flatMap((pack) => pack.feeds.map(({ url }) => url)) : []),
  )
  const [requested, setRequested] = useState<readonly PackFeed[]>([])
  const open = packs.flatMap((pack) => pack.feeds).filter(({ url }) => chosen.has(url) && !followed.has(url))
  const take = (some: readonly PackFeed[], wanted: boolean) => {
    const next = new Set(chosen)
    for (const { url } of some) {
      if (wanted) next.add(url)
      else next.delete(url)
    }
    setChosen(next)
  }
  const start = () => {
    setRequested(open)
    setChosen(new Set())
    for (const { url, view } of open)
      invoke({ id: 'global:follow', source: 'button', args: { address: url, view } })
  }
  return (
    <div className="feed-chooser">
      <div className="feed-packs" data-scroll>
        {packs.map((pack) => (
          <PackBox
            key={pack.topic}
            pack={pack}
            title={nameOf(pack)}
            chosen={chosen}
            followed={followed}
            onTake={take}
          />
        ))}
      </div>
      {requested.length > 0 && <Following progress={followProgress(requested, outbox, followed)} />}
      <div className="first-run-actions">
        <span className="first-run-hint">
          {open.length === 0 ? t('firstRun.chooseHint') : t('firstRun.chosen', { count: open.length })}
        </span>
        <Button variant="primary" disabled={open.length === 0} onClick={start}>
          {open.length === 0 ? t('common:action.follow') : t('firstRun.followChosen', { count: open.length })}
        </Button>
      </div>
    </div>
  )
}

type PackBoxProps = {
  readonly pack: Pack
  readonly title: string
  readonly chosen: ReadonlySet<string>
  readonly followed: ReadonlySet<string>
  readonly onTake: (feeds: readonly PackFeed[], wanted: boolean) => void
}

function PackBox({ pack, title, chosen, followed, onTake }: PackBoxProps) {
  const { t } = useTranslation('app')
  const open = pack.feeds.filter(({ url }) => !followed.has(url))
  const taken = open.filter(({ url }) => chosen.has(url)).length
  return (
    <fieldset className="feed-pack">
      <legend className="ui-visually-hidden">{title}</legend>
      <Checkbox
        label={<strong>{title}</strong>}
        checked={open.length > 0 && taken === open.length}
        mixed={taken > 0 && taken < open.length}
        disabled={open.length === 0}
        onChange={() => onTake(open, taken < open.length)}
      />
      {pack.feeds.map((feed) => (
        <Checkbox
          key={feed.url}
          label={<span lang={feed.language}>{feed.title}</span>}
          hint={followed.has(feed.url) ? t('firstRun.alreadyFollowed') : undefined}
          checked={followed.has(feed.url) || chosen.has(feed.url)}
          disabled={followed.has(feed.url)}
          onChange={(wanted) => onTake([feed], wanted)}
        />
      ))}
    </fieldset>
  )
}

function Following({ progress }: { readonly progress: ReturnType<typeof followProgress> }) {
  const { t } = useTranslation('app')
  const { total, waiting, followed, failed } = progress
  const done = total - waiting.length
  return (
    <div className="feed-following" role="status">
      {waiting.length > 0 ? (
        <Progress label={t('firstRun.following', { done, total })} value={done / total} />
      ) : (
        <Notice tone={failed.length > 0 ? 'warning' : 'success'}>
          {followed.length > 0 && t('firstRun.followed', { count: followed.length })}{' '}
          {failed.length > 0 &&
            `${t('firstRun.failed', { count: failed.length })} ${failed.map(({ title }) => title).join(', ')}`}
        </Notice>
      )}
    </div>
  )
}
