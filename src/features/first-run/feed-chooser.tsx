import { useUnit } from 'effector-react'
import { useId, useState } from 'react'
import { $feeds, $subscriptions } from '../../model/subscriptions/index.ts'
import { Avatar, Button, Checkbox, DialogActions, useTranslation } from '../../ui/index.ts'
import { followedAddresses, paceText, useFeedFacts, type FeedFacts } from '../follow/index.ts'
import type { Pack, PackFeed } from './packs.ts'

export type FeedChooserProps = {
  readonly packs: readonly Pack[]
  readonly nameOf: (pack: Pack) => string
  /** All are chosen at first. */
  readonly isChosen?: boolean
  /** The server fetches feeds that it does not know, so that all of them have an icon and a pace; else only chosen ones. */
  readonly fetchesUnknown?: boolean
  readonly onFollow: (feeds: readonly PackFeed[]) => void
}

/** Feeds by topic, each with its box; the chosen ones are followed at once. */
export function FeedChooser({
  packs,
  nameOf,
  isChosen = false,
  fetchesUnknown = false,
  onFollow,
}: FeedChooserProps) {
  const { t } = useTranslation(['app', 'common'])
  const { subscriptions, feeds } = useUnit({ subscriptions: $subscriptions, feeds: $feeds })
  const form = useId()
  const followed = followedAddresses(subscriptions, feeds)
  const all = packs.flatMap((pack) => pack.feeds)
  const urls = all.map(({ url }) => url)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(isChosen ? urls : []))
  const facts = useFeedFacts(urls, fetchesUnknown ? new Set(urls) : chosen)
  const open = all.filter(({ url }) => chosen.has(url) && !followed.has(url))
  const take = (some: readonly PackFeed[], wanted: boolean) => {
    const next = new Set(chosen)
    for (const { url } of some) {
      if (wanted) next.add(url)
      else next.delete(url)
    }
    setChosen(next)
  }
  return (
    <form
      id={form}
      className="ui-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (open.length === 0) return
        onFollow(open)
        setChosen(new Set())
      }}
    >
      {packs.map((pack) => (
        <PackBox
          key={pack.topic}
          pack={pack}
          title={nameOf(pack)}
          chosen={chosen}
          followed={followed}
          facts={facts}
          onTake={take}
        />
      ))}
      <DialogActions>
        <Button type="submit" form={form} variant="primary" disabled={open.length === 0}>
          {open.length === 0 ? t('common:action.follow') : t('firstRun.followChosen', { count: open.length })}
        </Button>
      </DialogActions>
    </form>
  )
}

type PackBoxProps = {
  readonly pack: Pack
  readonly title: string
  readonly chosen: ReadonlySet<string>
  readonly followed: ReadonlySet<string>
  readonly facts: ReadonlyMap<string, FeedFacts>
  readonly onTake: (feeds: readonly PackFeed[], wanted: boolean) => void
}

function PackBox({ pack, title, chosen, followed, facts, onTake }: PackBoxProps) {
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
          label={<FeedChoice feed={feed} facts={facts.get(feed.url)} isFollowed={followed.has(feed.url)} />}
          checked={followed.has(feed.url) || chosen.has(feed.url)}
          disabled={followed.has(feed.url)}
          onChange={(wanted) => onTake([feed], wanted)}
        />
      ))}
    </fieldset>
  )
}

type FeedChoiceProps = {
  readonly feed: PackFeed
  readonly facts: FeedFacts | undefined
  readonly isFollowed: boolean
}

function FeedChoice({ feed: { url, title, language }, facts, isFollowed }: FeedChoiceProps) {
  const { t } = useTranslation('app')
  const pace = isFollowed ? t('firstRun.alreadyFollowed') : paceText(facts?.updatesPerWeek, t)
  return (
    <span className="feed-choice">
      <Avatar
        src={facts?.image}
        name={[facts?.siteUrl, url].find((address) => address?.startsWith('http')) ?? title}
        size="small"
      />
      <span className="feed-choice-title" lang={language}>
        {title}
      </span>
      {pace !== null && <span className="found-pace">{pace}</span>}
    </span>
  )
}
