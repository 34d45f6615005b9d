import 'yet-another-react-lightbox/styles.css'
import 'yet-another-react-lightbox/plugins/captions.css'
import 'yet-another-react-lightbox/plugins/counter.css'
import './pictures-viewer.css'

export { PicturesDialog, picturesSchema } from './pictures-dialog.tsx'
