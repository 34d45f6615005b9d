import { useUnit } from 'effector-react'
import { useState, type MouseEvent, type ReactNode } from 'react'
import { addressOpened } from '../../model/browser-actions/index.ts'
import { $general } from '../../model/settings/index.ts'
import { ConfirmDialog, useTranslation } from '../../ui/index.ts'
import { hostOf, isSuspicious } from './links.ts'

type Link = { readonly text: string; readonly url: string }

/**
 * Warns before a link is followed whose text names another site than its address (setting jumpOutLinkWarn).
 * @returns a handler for clicks anywhere in the entry, and the dialog to render
 */
export function useLeavingWarning(): {
  readonly onClickCapture: (event: MouseEvent) => void
  readonly dialog: ReactNode
} {
  const { t } = useTranslation(['app', 'common'])
  const { general, open } = useUnit({ general: $general, open: addressOpened })
  const [link, setLink] = useState<Link | null>(null)
  const close = () => setLink(null)
  return {
    onClickCapture: (event) => {
      const anchor = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      const text = anchor?.textContent?.trim() ?? ''
      const url = anchor?.getAttribute('href') ?? ''
      if (!general.jumpOutLinkWarn || !isSuspicious(text, url)) return
      event.preventDefault()
      event.stopPropagation()
      setLink({ text, url })
    },
    dialog: (
      <ConfirmDialog
        open={link !== null}
        variant="warning"
        title={t('reading.leaving')}
        description={
          link && t('reading.suspicious', { words: link.text, host: hostOf(link.url) ?? link.url })
        }
        confirmLabel={t('entry.leave')}
        cancelLabel={t('common:action.cancel')}
        onConfirm={() => {
          close()
          if (link) open(link.url)
        }}
        onCancel={close}
      />
    ),
  }
}
