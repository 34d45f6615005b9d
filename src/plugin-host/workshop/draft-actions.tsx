import { useUnit } from 'effector-react'
import { useState } from 'react'
import { basePath } from '../../core/base-path.ts'
import { Button, ConfirmDialog, TextField, useTranslation } from '../../ui/index.ts'
import { draftReset } from './draft.ts'
import { $isComplete, $link, fileRequested, installDraftRequested, linkRequested } from './shared-plugin.ts'

/** Installing and sharing the draft, and beginning again. */
export function DraftActions() {
  const { t } = useTranslation('app')
  const { isComplete, link, install, share, save, reset } = useUnit({
    isComplete: $isComplete,
    link: $link,
    install: installDraftRequested,
    share: linkRequested,
    save: fileRequested,
    reset: draftReset,
  })
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <div className="ui-buttons">
        <Button disabled={!isComplete} onClick={() => install()}>
          {t('plugin.workshop.install')}
        </Button>
        <Button disabled={!isComplete} onClick={() => share(window.location.origin + basePath)}>
          {t('plugin.workshop.share')}
        </Button>
        <Button disabled={!isComplete} onClick={() => save()}>
          {t('plugin.workshop.save')}
        </Button>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          {t('plugin.workshop.reset')}
        </Button>
      </div>
      {link !== null && (
        <TextField
          label={t('plugin.workshop.link')}
          hint={t('plugin.workshop.linkHint')}
          name="plugin-link"
          readOnly
          value={link}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        variant="danger"
        title={t('plugin.workshop.resetTitle')}
        description={t('plugin.workshop.resetWords')}
        confirmLabel={t('plugin.workshop.reset')}
        cancelLabel={t('common:action.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          reset()
          setAsking(false)
        }}
      />
    </>
  )
}
