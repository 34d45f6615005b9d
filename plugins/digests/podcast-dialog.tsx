import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import type { EventCallable } from 'effector'
import type { ComponentType } from 'react'
import { toBrowserPath } from '../../src/plugin-api/base-path.ts'
import type { z } from '../../src/plugin-api/manifest.ts'
import {
  Button,
  Dialog,
  Icon,
  IconButton,
  Notice,
  TextField,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import type { digestProps } from './dialog-props.ts'
import type { DigestsModel } from './model.ts'
import { useDigests } from './queries.ts'
import './digests.css'

type PodcastProps = z.output<typeof digestProps> & { readonly onClose: () => void }

/** The address of a digest's podcast feed: shown when it is made, as the server stores its hash alone. */
export const createPodcastDialog = (
  model: DigestsModel,
  textCopied: EventCallable<string>,
): ComponentType<PodcastProps> =>
  function PodcastDialog({ id, onClose }) {
    const { t } = useTranslation('digests')
    const copy = useUnit(textCopied)
    const digest = useDigests(model).data?.find((one) => one.id === id)
    const hasPodcast = digest?.hasPodcast ?? false
    // The model shows failures.
    const making = useMutation({ mutationFn: useUnit(model.makePodcastFx) })
    const removing = useMutation({
      mutationFn: useUnit(model.removePodcastFx),
      onSuccess: () => making.reset(),
    })
    const address = making.data && new URL(toBrowserPath(making.data), window.location.href).href
    return (
      <Dialog
        open
        title={t('podcastTitle', { name: digest?.name ?? '' })}
        closeLabel={t('close')}
        onClose={onClose}
      >
        <div className="ui-stack">
          <p>{t('podcastText')}</p>
          {address ? (
            <TextField
              label={t('address')}
              hint={t('addressHint')}
              readOnly
              value={address}
              trailing={
                <IconButton
                  label={t('copyAddress')}
                  icon={<Icon name="copy" />}
                  size="small"
                  onClick={() => copy(address)}
                />
              }
            />
          ) : (
            hasPodcast && <Notice>{t('addressExists')}</Notice>
          )}
          <footer className="ui-buttons" data-align="end">
            {hasPodcast && (
              <Button busy={removing.isPending} onClick={() => removing.mutate(id)}>
                {t('removeAddress')}
              </Button>
            )}
            <Button variant="primary" busy={making.isPending} onClick={() => making.mutate(id)}>
              {t(hasPodcast ? 'newAddress' : 'makeAddress')}
            </Button>
          </footer>
        </div>
      </Dialog>
    )
  }
