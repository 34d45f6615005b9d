import { createWatch } from 'effector'
import { useProvidedScope, useUnit } from 'effector-react'
import { useEffect } from 'react'
import { infoNotified } from '../../model/app/index.ts'
import { dialogOpened, focusRequested } from '../../model/layout/index.ts'
import { readingRequested } from '../../model/reading/index.ts'

/** Shows the pictures of the current entry of the list, where no open entry shows its own. */
export function useGallery(): void {
  const scope = useProvidedScope()
  const [open, inform, focus] = useUnit([dialogOpened, infoNotified, focusRequested])
  useEffect(() => {
    if (!scope) return
    return createWatch({
      unit: readingRequested,
      scope,
      fn: async (request) => {
        const isFromGrid = request === 'open-pictures'
        if (!isFromGrid && (request !== 'pictures' || document.querySelector('[data-entry-page]'))) return
        const { listPictures } = await import('./list-pictures.ts')
        const props = listPictures(scope)
        if (props) open({ id: 'entry-pictures', props, followsEntries: true })
        else if (isFromGrid) focus('entry-render')
        else inform({ key: 'app:reading.noPictures' })
      },
    })
  }, [scope, open, inform, focus])
}
