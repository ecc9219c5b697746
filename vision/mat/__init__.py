"""The mat on the table: what lies where in millimetres, how it is printed, where it lies in a picture.

`plan` makes a mat, `find_markers` and `pose_of` find it in a picture, `Track` keeps hold of it
while arms hide its markers, `zone_of` says in which of its zones a card lies. Printing is in
`vision.mat.pdf` and `vision.mat.png`.

>>> from vision.mat.plan import plan
>>> mat = plan("take_six", seats=4, paper="a2")
>>> mat.size, len(mat.markers), mat.zone_at((300, 60))
((594, 420), 8, 'row/1')
"""
