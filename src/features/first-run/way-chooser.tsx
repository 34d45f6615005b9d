import { useUnit } from 'effector-react'
import { useId } from 'react'
import {
  AddIcon,
  Button,
  DialogActions,
  FeedIcon,
  ImportIcon,
  PlayIcon,
  useTranslation,
} from '../../ui/index.ts'
import { $importFormats, $isEveryFeatureRegistered } from '../registry.ts'

/** The steps of the guide: each asks one question and has one primary button. */

export type Way = 'packs' | 'import' | 'address' | 'samples'
export type Step = 'way' | 'topics' | 'feeds' | 'import' | 'address' | 'done' | 'tour'

/** The step that a way begins with. */
export const firstStepOf: Readonly<Record<Way, Step>> = {
  packs: 'topics',
  import: 'import',
  address: 'address',
  samples: 'feeds',
}

/** The step before; null where there is no way back. What has been followed stays followed. */
export function stepBefore(step: Step, way: Way): Step | null {
  if (step === 'way' || step === 'tour') return null
  return step === 'feeds' && way === 'packs' ? 'topics' : 'way'
}

const ways = [
  { id: 'packs', icon: <FeedIcon />, title: 'firstRun.wayPacks', description: 'firstRun.wayPacksWords' },
  { id: 'import', icon: <ImportIcon />, title: 'firstRun.wayImport', description: 'firstRun.wayImportWords' },
  { id: 'address', icon: <AddIcon />, title: 'firstRun.wayAddress', description: 'firstRun.wayAddressWords' },
  {
    id: 'samples',
    icon: <PlayIcon />,
    title: 'firstRun.waySamples',
    description: 'firstRun.waySamplesWords',
  },
] as const

type WayChooserProps = {
  readonly way: Way
  readonly onChange: (way: Way) => void
  readonly onDone: () => void
}

/** The ways to begin; feeds are imported only where there is a format for it. */
export function WayChooser({ way, onChange, onDone }: WayChooserProps) {
  const { t } = useTranslation('app')
  const { formats, areComplete } = useUnit({
    formats: $importFormats,
    areComplete: $isEveryFeatureRegistered,
  })
  // Plugins provide the formats, and start later than the guide.
  const canImport = formats.length > 0 || !areComplete
  const form = useId()
  return (
    <form
      id={form}
      className="first-run-ways"
      role="radiogroup"
      aria-label={t('firstRun.title')}
      onSubmit={(event) => {
        event.preventDefault()
        onDone()
      }}
    >
      {ways
        .filter(({ id }) => id !== 'import' || canImport)
        .map(({ id, icon, title, description }) => (
          <label key={id} className="first-run-choice first-run-way">
            <input
              type="radio"
              className="ui-visually-hidden"
              name="first-run-way"
              checked={way === id}
              onChange={() => onChange(id)}
              onDoubleClick={onDone}
            />
            {icon}
            <span>
              <strong>{t(title)}</strong>
              <span>{t(description)}</span>
            </span>
          </label>
        ))}
      <DialogActions>
        <Button type="submit" form={form} variant="primary">
          {t('firstRun.continue')}
        </Button>
      </DialogActions>
    </form>
  )
}
