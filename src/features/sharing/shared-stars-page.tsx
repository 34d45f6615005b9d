import { useUnit } from 'effector-react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useSearchParams } from 'react-router'
import { navigationRequested } from '../../model/location/index.ts'
import {
  $sharedFolders,
  $sharedFoldersFailed,
  $sharedFoldersKnown,
  $sharedMarks,
  sharedFoldersNeeded,
  sharedFoldersRequested,
} from '../../model/sharing/shared-folders.ts'
import { $subscriptionIndex } from '../../model/subscriptions/index.ts'
import {
  Button,
  EmptyState,
  moveFocus,
  RelativeTime,
  RowButton,
  Select,
  SkeletonText,
  StarIcon,
  useTranslation,
} from '../../ui/index.ts'
import { RetryNotice } from '../shared/error-message/index.ts'
import { mainField, Page } from '../shared/page/index.ts'
import { SharedMarks } from './shared-marks-panel.tsx'
import './sharing.css'

/** The page /shared-stars: entries of shared folders that other members have starred or noted, of all folders or of one. */
export default function SharedStarsPage() {
  const { t } = useTranslation(['app', 'common', 'errors'])
  const { folders, marks, known, failed, index, need, refetch, navigate } = useUnit({
    folders: $sharedFolders,
    marks: $sharedMarks,
    known: $sharedFoldersKnown,
    failed: $sharedFoldersFailed,
    index: $subscriptionIndex,
    need: sharedFoldersNeeded,
    refetch: sharedFoldersRequested,
    navigate: navigationRequested,
  })
  useEffect(() => need(), [need])
  const [params, setParams] = useSearchParams()
  const folder = folders.find(({ id }) => id === params.get('folder'))
  const shown = folder ? marks.filter(({ feedId }) => folder.feeds.some(({ id }) => id === feedId)) : marks
  const feedTitles = new Map(folders.flatMap(({ feeds }) => feeds.map(({ id, title }) => [id, title])))
  const list = useRef<HTMLUListElement>(null)
  const pressed = (event: KeyboardEvent) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('.shared-stars-open') ?? [])]
    moveFocus(event, rows, rows.indexOf(document.activeElement as HTMLElement))
  }
  return (
    <Page
      title={t('together.pageTitle')}
      intro={t('together.intro')}
      actions={<Button commandId="go:settings-sharing">{t('together.manage')}</Button>}
    >
      {folders.length > 1 && (
        <Select
          {...mainField}
          label={t('together.folder')}
          value={folder?.id ?? ''}
          choices={[
            { value: '', label: t('together.allFolders') },
            ...folders.map(({ id, title }) => ({ value: id, label: title })),
          ]}
          onChange={(id) => setParams(id ? { folder: id } : {}, { replace: true })}
        />
      )}
      {shown.length > 0 ? (
        <ul className="shared-rows" ref={list} onKeyDown={pressed}>
          {shown.map((mark) => (
            <li key={mark.entryId} className="shared-entry">
              <RowButton
                className="shared-stars-open"
                dir="auto"
                onClick={() =>
                  navigate({
                    source: { kind: 'feed', id: mark.feedId },
                    view: index.subscriptions.get(`feed/${mark.feedId}`)?.view ?? 0,
                    entryId: mark.entryId,
                  })
                }
              >
                <strong>{mark.title || t('together.untitled')}</strong>
              </RowButton>
              <p className="shared-meta">
                <span dir="auto">{feedTitles.get(mark.feedId)}</span>
                <span aria-hidden="true">·</span>
                <RelativeTime at={Date.parse(mark.at)} />
              </p>
              <SharedMarks {...mark} />
            </li>
          ))}
        </ul>
      ) : failed !== null && !known ? (
        <RetryNotice onRetry={refetch}>{t('together.failed')}</RetryNotice>
      ) : !known ? (
        <SkeletonText lines={6} />
      ) : (
        <EmptyState
          icon={<StarIcon />}
          title={t(folders.length === 0 ? 'together.noFolders' : 'together.noMarks')}
          description={t(folders.length === 0 ? 'together.noFoldersAbout' : 'together.noMarksAbout')}
        />
      )}
    </Page>
  )
}
