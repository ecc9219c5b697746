export class Attract { constructor(place, ended) {} see(view, words) {} }
