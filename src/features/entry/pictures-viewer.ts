import 'yet-another-react-lightbox/styles.css'
import './pictures-viewer.css'

export { PicturesDialog, picturesSchema } from './pictures-dialog.tsx'
