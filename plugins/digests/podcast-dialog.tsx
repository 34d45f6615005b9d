import { useUnit } from 'effector-react'
import type { EventCallable } from 'effector'
import { useEffect, useState, type ComponentType } from 'react'
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
import './digests.css'

type PodcastProps = z.output<typeof digestProps> & { readonly onClose: () => void }

/** The address of a digest's podcast feed: shown when it is made, as the server stores its hash alone. */
export const createPodcastDialog = (
  model: DigestsModel,
  textCopied: EventCallable<string>,
): ComponentType<PodcastProps> =>
  function PodcastDialog({ id, onClose }) {
    const { t } = useTranslation('digests')
    const { digests, load, make, making, remove, removing, copy } = useUnit({
      digests: model.$digests,
      load: model.listRequested,
      make: model.makePodcastFx,
      making: model.makePodcastFx.pending,
      remove: model.removePodcastFx,
      removing: model.removePodcastFx.pending,
      copy: textCopied,
    })
    const [address, setAddress] = useState<string | null>(null)
    useEffect(() => load(), [load])
    const digest = digests?.find((one) => one.id === id)
    const hasPodcast = digest?.hasPodcast ?? false
    // The model shows failures.
    const makeNew = async () => {
      const path = await make(id).catch(() => null)
      if (path !== null) setAddress(new URL(toBrowserPath(path), window.location.href).href)
    }
    const takeAway = async () => {
      const removed = await remove(id).catch(() => null)
      if (removed) setAddress(null)
    }
    return (
      <Dialog
        open
        title={t('podcastTitle', { name: digest?.name ?? '' })}
        closeLabel={t('close')}
        onClose={onClose}
      >
        <div className="digests-preview">
          <p>{t('podcastText')}</p>
          {address !== null ? (
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
          <footer className="digests-actions">
            {hasPodcast && (
              <Button busy={removing} onClick={() => void takeAway()}>
                {t('removeAddress')}
              </Button>
            )}
            <Button variant="primary" busy={making} onClick={() => void makeNew()}>
              {t(hasPodcast ? 'newAddress' : 'makeAddress')}
            </Button>
          </footer>
        </div>
      </Dialog>
    )
  }
