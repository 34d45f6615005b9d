import { useUnit } from 'effector-react'
import { useState } from 'react'
import { foldCase } from '../../core/fold-case.ts'
import { safeHref, webAddress } from '../../core/safe-href.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { $session } from '../../model/session/index.ts'
import { $currency, $hidesPaid } from '../../model/plugins/currency.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { Avatar, Button, CopyIcon, EditIcon, SearchField, Tag, useTranslation } from '../../ui/index.ts'
import { FeedCards, type FoundFeed } from '../follow/index.ts'
import type { Profile } from './use-profile-details.ts'

/** From this many feeds on they can be searched. */
const MANY = 9

type ProfileViewProps = { readonly profile: Profile; readonly onChoose: (feed: FoundFeed) => void }

/** A user: who they are, the lists they own, and what they follow in the open. */
export function ProfileView({ profile, onChoose }: ProfileViewProps) {
  const { t } = useTranslation(['people', 'sources'])
  const hidesPaid = useUnit($hidesPaid)
  const { subscriptions } = profile
  const isListed = ({ fee }: Profile['lists'][number]) => fee === 0 || !hidesPaid
  const lists = profile.lists.filter(isListed)
  const feeds = subscriptions.flatMap((one) => ('feeds' in one ? [{ feed: one.feeds }] : []))
  const followedLists = subscriptions.flatMap((one) =>
    'lists' in one && one.lists.ownerUserId !== profile.user.id && isListed(one.lists) ? [one.lists] : [],
  )
  const name = nameOf(profile.user)
  return (
    <div className="profile">
      <Head user={profile.user} />
      {lists.length > 0 && <Lists title={t('profile.ownLists')} lists={lists} />}
      {followedLists.length > 0 && <Lists title={t('profile.followedLists')} lists={followedLists} />}
      {subscriptions.length === 0 ? (
        <p className="ui-field-hint">{t('sources:discover.followsNothing')}</p>
      ) : (
        feeds.length > 0 && (
          <Feeds title={t('sources:discover.followsOpenly', { name })} feeds={feeds} onChoose={onChoose} />
        )
      )}
    </div>
  )
}

type User = Profile['user']
const nameOf = ({ name, handle, id }: User): string => name || handle || id

function Head({ user }: { readonly user: User }) {
  const { t } = useTranslation(['people', 'settings'])
  const { session } = useUnit({ session: $session })
  const name = nameOf(user)
  const website = webAddress(user.website)
  const links = Object.entries(user.socialLinks ?? {}).filter(([, link]) => link.trim() !== '')
  const args = JSON.stringify({ user: user.id })
  return (
    <header className="profile-head">
      <Avatar src={user.image} name={name} shape="person" size="large" />
      <div className="profile-text">
        <h2>{name}</h2>
        {user.handle && <p className="ui-field-hint">@{user.handle}</p>}
        {user.bio && <p className="profile-bio">{user.bio}</p>}
        {(website || links.length > 0) && (
          <ul className="profile-links" aria-label={t('profile.links')}>
            {website && (
              <li>
                <a href={safeHref(website)} target="_blank" rel="noopener noreferrer nofollow">
                  {website.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
                </a>
              </li>
            )}
            {links.map(([network, link]) => (
              <li key={network}>
                <SocialLink network={network} link={link} />
              </li>
            ))}
          </ul>
        )}
        <div className="profile-actions">
          <Button size="small" icon={<CopyIcon />} commandId="profile:copy-address" data-command-args={args}>
            {t('profile.copyAddress')}
          </Button>
          {user.id === session.user?.id && (
            <Button size="small" icon={<EditIcon />} commandId="session:profile">
              {t('profile.edit')}
            </Button>
          )}
        </div>
      </div>
    </header>
  )
}

function SocialLink({ network, link }: { readonly network: string; readonly link: string }) {
  const { t } = useTranslation('settings')
  const label = t(`account.links.${network}`, { defaultValue: network })
  const address = socialAddress(network, link)
  if (!address)
    return (
      <span>
        {label}: {link}
      </span>
    )
  return (
    <a href={safeHref(address)} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>
  )
}

type ListsProps = { readonly title: string; readonly lists: readonly Profile['lists'][number][] }

function Lists({ title, lists }: ListsProps) {
  const { t } = useTranslation(['sources', 'app'])
  const { open, subscriptions, currency } = useUnit({
    open: dialogOpened,
    subscriptions: $subscriptions,
    currency: $currency,
  })
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className="feed-cards">
        {lists.map(({ id, title: listTitle, description, image, fee, feedIds, subscriptionCount }) => (
          <li key={id}>
            <button
              type="button"
              className="feed-card"
              onClick={() => open({ id: 'follow-list', props: { listId: id } })}
            >
              <Avatar src={image} name={listTitle || id} />
              <span className="found-words">
                <span className="found-title">{listTitle || id}</span>
                {description && <span className="feed-card-about">{description}</span>}
                <span className="found-pace">
                  {[
                    feedIds.length > 0 && t('list.feedCount', { count: feedIds.length }),
                    subscriptionCount !== undefined && t('list.followerCount', { count: subscriptionCount }),
                    fee > 0 && currency !== '' && t('list.cost', { count: fee, currency }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {subscriptions.has(`list/${id}`) && <Tag>{t('app:firstRun.alreadyFollowed')}</Tag>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type FeedsProps = {
  readonly title: string
  readonly feeds: readonly Pick<FoundFeed, 'feed'>[]
  readonly onChoose: (feed: FoundFeed) => void
}

function Feeds({ title, feeds, onChoose }: FeedsProps) {
  const { t } = useTranslation(['people'])
  const [text, setText] = useState('')
  const query = foldCase(text.trim())
  const shown = feeds.filter(({ feed }) => foldCase(`${feed.title ?? ''} ${feed.url}`).includes(query))
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {feeds.length >= MANY && (
        <SearchField
          label={t('profile.search')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 && <p className="ui-field-hint">{t('profile.noMatch')}</p>}
      <FeedCards label={title} cards={shown} onChoose={onChoose} />
    </section>
  )
}

/** What precedes a user's name in the address of their page. Discord has none by name. */
const pages: Readonly<Record<string, string>> = {
  twitter: 'https://x.com/',
  github: 'https://github.com/',
  instagram: 'https://www.instagram.com/',
  facebook: 'https://www.facebook.com/',
  youtube: 'https://www.youtube.com/@',
}

/** @param link an address, or a name at the network. @returns undefined where no page can be named */
export function socialAddress(network: string, link: string): string | undefined {
  if (link.includes(':')) return webAddress(link)
  const page = Object.hasOwn(pages, network) ? pages[network] : undefined
  const name = link.trim().replace(/^@/, '')
  return page && name ? page + encodeURIComponent(name) : undefined
}
