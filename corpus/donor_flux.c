/* Sizes come through pointers, from a caller in another language; the ghost cells make the pitch. */
#define CELL(field, j, k) field[(*xmax - *xmin + 5)*((k) - (*ymin - 2)) + (j) - (*xmin - 2)]

void donor_flux_(const int *xmin, const int *xmax, const int *ymin, const int *ymax, const double *dt,
                 double *flux, const double *area, const double *speed)
{
    int j, k;
    for (k = *ymin; k <= *ymax; k++)
        for (j = *xmin; j <= *xmax + 1; j++)
            CELL(flux, j, k) = *dt * CELL(area, j, k) * (CELL(speed, j, k) + CELL(speed, j, k + 1));
}
