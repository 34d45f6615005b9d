import { useUnit } from 'effector-react'
import { useEffect, useState } from 'react'
import type { SharedFolder } from '../../contract/shared-folders.ts'
import { textCopied } from '../../model/browser-actions/index.ts'
import { dialogOpened } from '../../model/layout/index.ts'
import { $session } from '../../model/session/index.ts'
import {
  $invitationLink,
  $receivedInvitations,
  $sharedFolders,
  $sharedFoldersBusy,
  $sharedFoldersFailed,
  $sharedFoldersKnown,
  invitationLinksClosed,
  sharedFolderChanged,
  sharedFoldersNeeded,
  sharedFoldersRequested,
} from '../../model/sharing/shared-folders.ts'
import {
  Button,
  CloseIcon,
  IconButton,
  SkeletonText,
  Switch,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import { Section } from '../settings/index.ts'
import { RetryNotice } from '../shared/error-message/index.ts'

/** Shared folders of the user, and invitations to others: the part of the page Sharing below what is public. */
export function SharedFolders() {
  const { t } = useTranslation(['settings', 'app', 'shortcuts'])
  const { folders, invitations, known, failed, busy, change, need, refetch, closed } = useUnit({
    folders: $sharedFolders,
    invitations: $receivedInvitations,
    known: $sharedFoldersKnown,
    failed: $sharedFoldersFailed,
    busy: $sharedFoldersBusy,
    change: sharedFolderChanged,
    need: sharedFoldersNeeded,
    refetch: sharedFoldersRequested,
    closed: invitationLinksClosed,
  })
  useEffect(() => {
    need()
    return () => closed()
  }, [need, closed])
  return (
    <>
      <Section title={t('together.title')} name="shared-folders">
        <p>{t('together.about')}</p>
        <div className="sharing-new">
          <Button commandId="sharing:new-shared-folder">{t('shortcuts:sharing.newSharedFolder')}</Button>
          <Button commandId="sharing:share-folder">{t('shortcuts:sharing.shareFolder')}</Button>
          {folders.length > 0 && <Button commandId="go:together">{t('shortcuts:go.together')}</Button>}
        </div>
        {invitations.map(({ id, title, by }) => (
          <div key={id} className="shared-box">
            <p>{t('app:together.invites', { name: by, title })}</p>
            <div className="shared-buttons">
              <Button
                size="small"
                variant="primary"
                busy={busy}
                onClick={() => change({ call: 'respond', input: { invitationId: id, accept: true } })}
              >
                {t('app:together.accept')}
              </Button>
              <Button
                size="small"
                busy={busy}
                onClick={() => change({ call: 'respond', input: { invitationId: id, accept: false } })}
              >
                {t('app:together.decline')}
              </Button>
            </div>
          </div>
        ))}
        {!known && failed === null && <SkeletonText lines={2} />}
        {failed !== null && <RetryNotice onRetry={refetch}>{t('app:together.failed')}</RetryNotice>}
        {known && folders.length === 0 && <p className="ui-field-hint">{t('together.none')}</p>}
      </Section>
      {folders.map((folder) => (
        <FolderSection key={folder.id} folder={folder} />
      ))}
    </>
  )
}

type FolderProps = { readonly folder: SharedFolder }

function FolderSection({ folder }: FolderProps) {
  const { t } = useTranslation(['settings', 'app'])
  const { busy, change, open, link, user, copied } = useUnit({
    busy: $sharedFoldersBusy,
    change: sharedFolderChanged,
    open: dialogOpened,
    link: $invitationLink,
    user: $session.map(({ user: one }) => one),
    copied: textCopied,
  })
  const { id, title, isOwner, membersMayAdd, sharesStars, sharesNotes, members, feeds } = folder
  const [name, setName] = useState(title)
  const mayAdd = isOwner || membersMayAdd
  return (
    <Section title={title} name={id}>
      <p className="ui-field-hint">
        {isOwner ? t('together.yours') : t('together.of', { name: members[0]?.name })}
      </p>
      <Switch
        label={t('together.sharesStars.label')}
        hint={t('together.sharesStars.words')}
        checked={sharesStars}
        disabled={busy}
        onChange={(checked) => change({ call: 'choose', input: { id, sharesStars: checked } })}
      />
      <Switch
        label={t('together.sharesNotes.label')}
        hint={t('together.sharesNotes.words')}
        checked={sharesNotes}
        disabled={busy}
        onChange={(checked) => change({ call: 'choose', input: { id, sharesNotes: checked } })}
      />
      {isOwner && (
        <>
          <Switch
            label={t('together.membersMayAdd.label')}
            hint={t('together.membersMayAdd.words')}
            checked={membersMayAdd}
            disabled={busy}
            onChange={(checked) => change({ call: 'update', input: { id, membersMayAdd: checked } })}
          />
          <form
            className="shared-field"
            onSubmit={(event) => {
              event.preventDefault()
              if (name.trim() !== '') change({ call: 'update', input: { id, title: name } })
            }}
          >
            <TextField
              label={t('together.name')}
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Button type="submit" busy={busy} disabled={name.trim() === '' || name.trim() === title}>
              {t('together.rename')}
            </Button>
          </form>
        </>
      )}
      <h3>{t('together.members', { count: members.length })}</h3>
      <ul className="shared-rows">
        {members.map((member, at) => (
          <li key={member.id}>
            <span dir="auto">
              {member.name}{' '}
              <span className="shared-meta">
                {member.handle && <span>@{member.handle}</span>}
                {member.id === user?.id && <span>{t('together.you')}</span>}
              </span>
            </span>
            {isOwner && at > 0 && (
              <IconButton
                size="small"
                label={t('together.remove.label', { name: member.name })}
                icon={<CloseIcon aria-hidden="true" />}
                onClick={() =>
                  open({ id: 'end-sharing', props: { about: 'remove', folder: id, member: member.id } })
                }
              />
            )}
          </li>
        ))}
      </ul>
      {isOwner && <Invitations folder={folder} />}
      {link?.id === id && (
        <div className="shared-box" role="status">
          <p>{t('together.link')}</p>
          <code className="sharing-address">{link.address}</code>
          <Button size="small" onClick={() => copied(link.address)}>
            {t('together.copyLink')}
          </Button>
        </div>
      )}
      <h3>{t('together.feeds', { count: feeds.length })}</h3>
      {feeds.length === 0 && <p className="ui-field-hint">{t('together.noFeeds')}</p>}
      <ul className="shared-rows">
        {feeds.map((feed) => (
          <li key={feed.id}>
            <span dir="auto">{feed.title ?? feed.id}</span>
            {mayAdd && (
              <IconButton
                size="small"
                label={t('together.removeFeed', { title: feed.title ?? feed.id })}
                icon={<CloseIcon aria-hidden="true" />}
                onClick={() => change({ call: 'removeFeed', input: { id, feedId: feed.id } })}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="sharing-actions">
        {mayAdd && (
          <Button
            size="small"
            commandId="sharing:share-feed"
            data-command-args={JSON.stringify({ folder: id })}
          >
            {t('together.addFeed')}
          </Button>
        )}
        <Button
          size="small"
          variant="danger"
          busy={busy}
          onClick={() => open({ id: 'end-sharing', props: { about: isOwner ? 'end' : 'leave', folder: id } })}
        >
          {t(isOwner ? 'together.end.button' : 'together.leave.button')}
        </Button>
      </div>
    </Section>
  )
}

function Invitations({ folder: { id, invitations } }: Pick<FolderProps, 'folder'>) {
  const { t } = useTranslation('settings')
  const { busy, change } = useUnit({ busy: $sharedFoldersBusy, change: sharedFolderChanged })
  const [handle, setHandle] = useState('')
  return (
    <>
      <form
        className="shared-field"
        onSubmit={(event) => {
          event.preventDefault()
          if (handle.trim() === '') return
          change({ call: 'invite', input: { id, handle } })
          setHandle('')
        }}
      >
        <TextField
          label={t('together.handle.label')}
          value={handle}
          maxLength={100}
          onChange={(event) => setHandle(event.currentTarget.value)}
        />
        <Button type="submit" busy={busy} disabled={handle.trim() === ''}>
          {t('together.invite')}
        </Button>
        <Button busy={busy} onClick={() => change({ call: 'invite', input: { id } })}>
          {t('together.createLink')}
        </Button>
      </form>
      <p className="ui-field-hint">{t('together.handle.words')}</p>
      {invitations.length > 0 && (
        <ul className="shared-rows">
          {invitations.map((one) => (
            <li key={one.id}>
              <span className="shared-meta">
                {one.handle === null
                  ? t('together.openLink')
                  : t('together.openHandle', { handle: one.handle })}
              </span>
              <IconButton
                size="small"
                label={t('together.withdraw')}
                icon={<CloseIcon aria-hidden="true" />}
                onClick={() => change({ call: 'withdraw', input: { id, invitationId: one.id } })}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
